import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ofName } from '#domain/texte/ofName.ts'
import type { SessionUser } from '#src/api/session.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Logo } from '#src/ui/brand/Logo.tsx'
import { roleLabels } from '#domain/utilisateur/utilisateur.ts'
import { applyUpdate, useAppUpdate } from '#src/pwa/serviceWorkerClient.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { type AValider, entriesOf } from './entries.ts'
import { NavEntry } from './NavEntry.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { RailBell } from './Bell.tsx'
import type { Notifications } from './shellParts.ts'
import { TopBar } from './TopBar.tsx'
import { menuId, UserMenu } from './UserMenu.tsx'
import css from './Shell.module.css'
import user from './UserMenu.module.css'

interface Props {
  utilisateur: SessionUser
  envois: { count: number; label: string; sending: boolean }
  aValider: AValider
  notifications: Notifications
  /** Short queue status; links to Envois. */
  sendingPill: ReactNode
  children: ReactNode
}

/** Bottom bar on a phone, rail from 768 px: the layout of every signed-in page except the desk. */
export function Shell({ utilisateur, envois, aValider, notifications, sendingPill, children }: Props) {
  const entries = entriesOf(utilisateur, { envois, aValider })
  return (
    <div className={css.shell}>
      <TopBar utilisateur={utilisateur} notifications={notifications} sending={sendingPill} />
      <nav className={css.rail} data-nav="rail" aria-label="Navigation principale">
        <Link to="/" aria-label="Éclats, accueil">
          <Logo withMark />
        </Link>
        {entries.map((entry) => (
          <NavEntry key={entry.label} {...entry} />
        ))}
        <div className={css.railFoot}>
          {sendingPill}
          <RailBell notifications={notifications} />
          <button className={user.user} type="button" popoverTarget={menuId}>
            <span className="visually-hidden">Menu {ofName(fullName(utilisateur))}</span>
            <Avatar person={utilisateur} />
            <span className={user.text} aria-hidden="true">
              <span className={user.name}>{fullName(utilisateur)}</span>
              <span className="small muted">{roleLabels[utilisateur.role].label}</span>
            </span>
          </button>
        </div>
      </nav>
      <UserMenu utilisateur={utilisateur} entries={entries} />
      {notifications.panel}
      <OfflineBar />
      <UpdateBar isSending={envois.sending} />
      {children}
      <nav className={css.bottomBar} data-nav="bar" aria-label="Raccourcis">
        {entries
          .filter(({ isLesser }) => isLesser !== true)
          .map((entry) => (
            <NavEntry key={entry.label} {...entry} />
          ))}
      </nav>
    </div>
  )
}

function fullName({ prenom, nom }: SessionUser): string {
  return nomComplet({ prenom, nom })
}

/** "Nouvelle version"; not shown while photos are being sent. */
function UpdateBar({ isSending }: { isSending: boolean }) {
  const isWaiting = useAppUpdate()
  if (!isWaiting || isSending) return null
  return (
    <Banner
      bar
      announce="status"
      action={
        <Button look="quiet" onClick={() => void applyUpdate()}>
          Recharger
        </Button>
      }
    >
      Nouvelle version
    </Banner>
  )
}
