import { readClaims } from '#src/api/claims.ts'
import { departuresKey, parseDepartures } from '#src/api/departures.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { currentSession, signOut } from '#src/api/session.ts'
import { readIdentity, readStored } from '#src/api/sessionStore.ts'

/**
 * Signs the person out of this tab when they sign out in another one, or in another document of this one: without
 * network, this one would show their data to the next person. Call once.
 */
export function followSignOutElsewhere(): void {
  // The browser sends this event to the other tabs only.
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    const id = currentSession()?.utilisateur.id
    // The note of an earlier sign-out may still be there: the person has signed in again since.
    if (key === departuresKey && hasLeft(newValue, id) && !hasLeft(oldValue, id)) signOut('logout')
  })
  // A document in the back/forward cache receives no such event. Its memory has the session and the data of the person.
  addEventListener('pageshow', ({ persisted }) => {
    const id = currentSession()?.utilisateur.id
    if (persisted && id !== undefined && id !== storedPerson()) location.reload()
  })
}

/** Id of the person whose session a new document of this tab would restore, see `restoreSession`. */
function storedPerson(): number | undefined {
  const stored = readStored()
  const claims = stored && readClaims(stored.token)
  return claims && claims.expireAt > serverNow() ? claims.userId : readIdentity()?.id
}

function hasLeft(departures: string | null, person: number | undefined): boolean {
  return parseDepartures(departures).some(
    ({ utilisateurId, reason }) => utilisateurId === person && reason === 'logout',
  )
}
