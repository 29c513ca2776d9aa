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

/** A link above a title, to the page it belongs to. */
export const Crumb = createLink(CrumbAnchor)
