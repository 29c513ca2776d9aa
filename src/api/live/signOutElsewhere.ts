import { currentSession, signOut } from '#src/api/session.ts'
import { pendingWipesKey } from '#src/api/sessionStore.ts'

interface Departure {
  readonly utilisateurId?: unknown
  readonly reason?: unknown
}

/**
 * Signs the person out of this tab when they sign out in another one: without network, this tab would show their data
 * to the next person. Call once.
 */
export function followSignOutElsewhere(): void {
  // The browser sends this event to the other tabs only.
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    const id = currentSession()?.utilisateur.id
    // The note of an earlier sign-out may still be there: the person has signed in again since.
    if (key === pendingWipesKey && hasLeft(newValue, id) && !hasLeft(oldValue, id)) signOut('choix')
  })
}

function hasLeft(departures: string | null, utilisateurId: number | undefined): boolean {
  if (utilisateurId === undefined) return false
  try {
    const left: unknown = JSON.parse(departures ?? '[]')
    return (
      Array.isArray(left) &&
      left.some((one: Departure | null) => one?.utilisateurId === utilisateurId && one.reason === 'choix')
    )
  } catch {
    return false
  }
}
