import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '#src/ui/brand/Logo.tsx'
import { useTitle } from '#src/ui/page/useTitle.ts'
import { french } from '#src/ui/text/french.ts'
import css from './AuthLayout.module.css'

interface Props {
  /** Document title. */
  name: string
  title: string
  lead?: string | undefined
  /** A lower photo on a phone, for a page with more than a form. */
  compact?: boolean
  /** A link to the alternative, below. */
  other?: ReactNode
  children: ReactNode
}

/** Layout of login, sign-up and similar pages: a photo, the title, a form or a choice, the alternative. */
export function AuthLayout({ name, title, lead, compact, other, children }: Props) {
  useTitle(name)
  return (
    <div className={css.layout} data-compact={compact || undefined}>
      <header className={`${css.photo ?? ''} on-photo`}>
        <img src="/accueil/guirlande-2.webp" width="1000" height="1333" alt="" fetchPriority="high" />
        <Link to="/" aria-label="Éclats, accueil">
          <Logo />
        </Link>
      </header>
      <main id="contenu" className={css.main} tabIndex={-1}>
        <h1>{title}</h1>
        {lead !== undefined && <p className="meta">{french(lead)}</p>}
        {children}
        {other !== undefined && <p className={css.other}>{other}</p>}
      </main>
    </div>
  )
}
