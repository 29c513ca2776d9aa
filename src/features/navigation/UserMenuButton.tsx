import { ofName } from '#domain/texte/ofName.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { menuId, UserMenu } from './UserMenu.tsx'

/** The user menu opened by the person's initials, for pages outside the shell. */
export default function UserMenuButton() {
  const utilisateur = useUtilisateur()
  if (utilisateur === null) return null
  return (
    <>
      <IconButton name={`Menu ${ofName(nomComplet(utilisateur))}`} popoverTarget={menuId}>
        <Avatar person={utilisateur} />
      </IconButton>
      <UserMenu utilisateur={utilisateur} anchored />
    </>
  )
}
