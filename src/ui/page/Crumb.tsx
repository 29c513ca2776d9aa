import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import css from './Page.module.css'

function CrumbAnchor(props: ComponentProps<'a'>) {
  return (
    <a {...props} className={css.crumb}>
      {props.children}
    </a>
  )
}

/** A link above a title, to the page it belongs to. */
export const Crumb = createLink(CrumbAnchor)
