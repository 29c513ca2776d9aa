import { Outlet } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'

/** Shows the 403 panel when the person's role does not match the area (specification, section 2). */
export function RoleGate({ area }: { area: Role }) {
  const utilisateur = useUtilisateur()
  if (utilisateur === null) return null
  return utilisateur.role === area ? <Outlet /> : <AccesRefuse />
}

export function AccesRefuse() {
  return (
    <Page title={phrases.accesRefuse}>
      <EmptyState
        title={phrases.accesRefuse}
        heading="h1"
        icon={<Lock />}
        action={<ButtonLink to="/">{phrases.retourAccueil}</ButtonLink>}
      >
        Cet espace n'est pas ouvert à votre compte.
      </EmptyState>
    </Page>
  )
}
