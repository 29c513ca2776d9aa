import { Link, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { ofName } from '#domain/texte/ofName.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import type { SessionUser } from '#src/api/session.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Logo } from '#src/ui/brand/Logo.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { usePageBar } from '#src/ui/page/pageBar.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { Bell } from './Bell.tsx'
import type { Notifications } from './shellParts.ts'
import { menuId } from './UserMenu.tsx'
import css from './TopBar.module.css'

interface Props {
  utilisateur: SessionUser
  notifications: Notifications
  /** Short queue status. */
  sending: ReactNode
}

/** The bar above a page on a phone: the logo, or a back link and, after scrolling, the title. */
export function TopBar({ utilisateur, notifications, sending }: Props) {
  const bar = usePageBar()
  const { history } = useRouter()
  return (
    <header className={classNames(css.topBar, bar.over && css.topBarOver)}>
      {bar.back === undefined ? (
        <>
          <Link to="/" aria-label="Éclats, accueil">
            <Logo />
          </Link>
          <span className="push" />
        </>
      ) : (
        <>
          <IconButton name="Retour" onClick={() => history.push(bar.back ?? '/')}>
            <ArrowLeft />
          </IconButton>
          <span className={classNames(css.topBarTitle, 'clip')} aria-hidden="true">
            {bar.title}
          </span>
        </>
      )}
      {sending}
      <Bell notifications={notifications} />
      <IconButton name={`Menu ${ofName(nomComplet(utilisateur))}`} popoverTarget={menuId}>
        <Avatar person={utilisateur} />
      </IconButton>
    </header>
  )
}
