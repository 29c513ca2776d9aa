import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './IconButton.module.css'

interface Props extends ComponentProps<'a'> {
  /** Accessible name, in French: the target. */
  name: string
}

function IconAnchor({ name, className, children, ...rest }: Props) {
  return (
    <a {...rest} className={classNames(css.iconButton, className)} data-part="icon-button">
      <span className="visually-hidden">{name}</span>
      {children}
    </a>
  )
}

/** A router link with only an icon. */
export const IconLink = createLink(IconAnchor)
