import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '#src/ui/brand/Logo.tsx'
import { useTitle } from '#src/ui/page/useTitle.ts'
import { french } from '#src/ui/text/french.ts'
import css from './Auth.module.css'

interface Props {
  /** Name of the tab. */
  name: string
  title: string
  lead: string
  other: ReactNode
  children: ReactNode
}

/** A form at the door: a photo, the title, the form, the other way. */
export function DoorPage({ name, title, lead, other, children }: Props) {
  useTitle(name)
  return (
    <div className={css.auth}>
      <header className={`${css.authPhoto ?? ''} on-photo`}>
        <img src="/accueil/guirlande-2.webp" width="1000" height="1333" alt="" />
        <Link to="/" aria-label="Éclats, accueil">
          <Logo />
        </Link>
      </header>
      <main id="contenu" className={css.authMain} tabIndex={-1}>
        <h1>{title}</h1>
        <p className="meta">{french(lead)}</p>
        {children}
        <p className={css.authOther}>{other}</p>
      </main>
    </div>
  )
}
