import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/text/classNames.ts'
import { typographie } from '#domain/texte/typographie.ts'
import css from './IconButton.module.css'

interface Props extends ComponentProps<'button'> {
  /** Accessible name, in French: the action. */
  name: string
  edged?: boolean
}

/** A round icon button of 44 px. */
export function IconButton({ name, edged, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      title={typographie(rest.title ?? name)}
      className={classNames(css.iconButton, edged && css.iconButtonEdged, className)}
      data-part="icon-button"
    >
      <span className="visually-hidden">{typographie(name)}</span>
      {children}
    </button>
  )
}
