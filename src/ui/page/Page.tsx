import { useLayoutEffect, type ReactNode } from 'react'
import { classNames } from '#src/ui/text/classNames.ts'
import { setPageBar } from './pageBar.ts'
import { useTitle } from './useTitle.ts'
import css from './Page.module.css'

interface Props {
  title: string
  /** Path of the parent page. */
  back?: string
  /** The bar is transparent over a cover image. */
  over?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The main content inside the shell: gets the focus after a navigation, sets the document title and the bar. */
export function Page({ title, back, over = false, className, children }: Props) {
  useTitle(title)
  useLayoutEffect(() => setPageBar({ title, back, over }), [title, back, over])
  return (
    <main id="contenu" className={classNames(css.page, className)} tabIndex={-1}>
      {children}
    </main>
  )
}

interface HeadProps {
  title: string
  above?: ReactNode
  children?: ReactNode
}

/** Title of a page, with its actions at the end of the line. */
export function PageHead({ title, above, children }: HeadProps) {
  return (
    <header className={css.pageHead}>
      <div>
        {above}
        <h1>{title}</h1>
      </div>
      {children !== undefined && <div className="actions">{children}</div>}
    </header>
  )
}
