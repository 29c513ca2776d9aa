import { useSyncExternalStore } from 'react'
import { currentSession, type Session, type SessionUser, subscribeSession } from './session.ts'

/** The current session, re-rendered on change; null when nobody is signed in. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, currentSession, currentSession)
}

export function useUtilisateur(): SessionUser | null {
  return useSession()?.utilisateur ?? null
}
