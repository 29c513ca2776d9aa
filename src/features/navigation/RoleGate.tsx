import { Outlet } from '@tanstack/react-router'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { AccesRefuse } from './AccesRefuse.tsx'

/** An open area whose role no longer matches shows the 403 panel (specification, section 2). */
export function RoleGate({ area }: { area: Role }) {
  const utilisateur = useUtilisateur()
  if (utilisateur === null) return null
  return utilisateur.role === area ? <Outlet /> : <AccesRefuse />
}
