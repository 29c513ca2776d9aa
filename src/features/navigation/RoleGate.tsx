import { Outlet } from '@tanstack/react-router'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { AccesRefuse } from './AccesRefuse.tsx'

/** Shows the 403 panel when the person's role does not match the area (specification, section 2). */
export function RoleGate({ area }: { area: Role }) {
  const utilisateur = useUtilisateur()
  if (utilisateur === null) return null
  return utilisateur.role === area ? <Outlet /> : <AccesRefuse />
}
