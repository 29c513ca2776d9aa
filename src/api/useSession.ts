import { useSelector } from '@tanstack/react-store'
import { type Session, session, type SessionUser } from './session.ts'

/** The current session, re-rendered on change; null when signed out. */
export function useSession(): Session | null {
  return useSelector(session)
}

/** The signed-in person; null when signed out. */
export function useUtilisateur(): SessionUser | null {
  return useSession()?.utilisateur ?? null
}

/** Whether the signed-in person is a guest: one event, no invitations, no address. */
export function useIsGuest(): boolean {
  return useUtilisateur()?.invite ?? false
}
