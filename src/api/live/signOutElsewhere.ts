import { departuresKey, parseDepartures } from '#src/api/departures.ts'
import { hasLoggedOutSince, noteLogout } from '#src/api/logouts.ts'
import { currentSession, onSignOut, signOut, storedSession } from '#src/api/session.ts'
import { forgetSession } from '#src/api/sessionStore.ts'

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
  onSignOut(({ id }, reason) => {
    if (reason === 'logout') noteLogout(id)
  })
  // A document in the back/forward cache receives no such event. Its memory has the session and the data of the person.
  addEventListener('pageshow', ({ persisted }) => {
    const id = currentSession()?.utilisateur.id
    if (!persisted || id === undefined) return
    if (hasLoggedOutSince(id)) {
      // The other tab has deleted what the device had. The person may be remembered again since.
      forgetSession({ keepsIdentity: true })
      document.body.hidden = true
      location.replace('/')
    } else if (id !== storedSession()?.utilisateur.id) location.reload()
  })
}

function hasLeft(departures: string | null, person: number | undefined): boolean {
  return parseDepartures(departures).some(
    ({ utilisateurId, reason }) => utilisateurId === person && reason === 'logout',
  )
}
