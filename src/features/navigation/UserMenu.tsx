import { LogOut, User } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { roleLabels } from '#domain/utilisateur/utilisateur.ts'
import type { SessionUser } from '#src/api/session.ts'
import { Menu, MenuButton, MenuLink } from '#src/ui/menu/Menu.tsx'
import menu from '#src/ui/menu/Menu.module.css'
import { type Entry, targetOf } from './entries.ts'
import { useLogout } from './useLogout.tsx'
import css from './UserMenu.module.css'

const noEntries: readonly Entry[] = []
export const menuId = 'menu-utilisateur'

interface Props {
  utilisateur: SessionUser
  entries?: readonly Entry[]
  anchored?: boolean
}

/** Name, links of the mobile menu, Mon profil and Déconnexion. */
export function UserMenu({ utilisateur, entries = noEntries, anchored = false }: Props) {
  const { start, dialog } = useLogout()
  return (
    <>
      <Menu id={menuId} label="Menu utilisateur" anchored={anchored}>
        <p className={menu.menuHead}>
          <span className={css.name}>{nomComplet(utilisateur)}</span>
          <br />
          <span className="small muted">{roleLabels[utilisateur.role].label}</span>
        </p>
        {entries.length > 1 && (
          <div className={menu.menuNav}>
            <hr />
            {entries
              .filter((entry) => entry.to !== '/profil')
              .map(({ icon: Icon, label, ...entry }) => (
                <MenuLink key={label} {...targetOf(entry)}>
                  <Icon />
                  {label}
                </MenuLink>
              ))}
          </div>
        )}
        <hr />
        <MenuLink to="/profil">
          <User />
          {phrases.monProfilLien}
        </MenuLink>
        <MenuButton onClick={start}>
          <LogOut />
          {phrases.deconnexion}
        </MenuButton>
      </Menu>
      {dialog}
    </>
  )
}
