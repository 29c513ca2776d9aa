import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Page.module.css'

function CrumbAnchor(props: ComponentProps<'a'>) {
  return (
    <a {...props} className={classNames(css.crumb, 'clip')}>
      {props.children}
    </a>
  )
}

/** A link to the parent page, above a title. */
export const Crumb = createLink(CrumbAnchor)
