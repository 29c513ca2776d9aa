import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './IconButton.module.css'

interface Props extends ComponentProps<'a'> {
  /** Where it leads, in French: its accessible name. */
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

/** A link of the router that shows an icon alone. */
export const IconLink = createLink(IconAnchor)
