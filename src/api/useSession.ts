import { useSyncExternalStore } from 'react'
import { currentSession, type Session, type SessionUser, subscribeSession } from './session.ts'

/** Who is signed in, kept up to date; null when nobody is. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, currentSession, currentSession)
}

/** The signed-in person, on screens that only exist for one. */
export function useUtilisateur(): SessionUser | null {
  return useSession()?.utilisateur ?? null
}
