import { dayMs } from '#domain/contract/durations.ts'
import { departuresKey, parseDepartures } from '#src/api/departures.ts'
import { currentSession, onSignOut, signOut, storedSession } from '#src/api/session.ts'
import { forgetSession } from '#src/api/sessionStore.ts'
import { readJson, writeJson } from '#src/ui/storedJson.ts'

/** When each person last logged out in any tab, milliseconds since 1970, by id; for a day. */
const logoutsKey = 'eclats.deconnexions'

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
  let logoutsBefore = logouts()
  addEventListener('pagehide', () => {
    logoutsBefore = logouts()
  })
  // A document in the back/forward cache receives no such event. Its memory has the session and the data of the person.
  addEventListener('pageshow', ({ persisted }) => {
    const id = currentSession()?.utilisateur.id
    if (!persisted || id === undefined) return
    if (logouts()[id] !== logoutsBefore[id]) {
      // The other tab has deleted what the device had. The person may be remembered again since.
      forgetSession({ keepsIdentity: true })
      document.body.hidden = true
      location.replace('/')
    } else if (id !== storedSession()?.utilisateur.id) location.reload()
  })
}

function logouts(): Record<string, unknown> {
  return { ...(readJson('localStorage', logoutsKey) as object | null) }
}

function noteLogout(id: number): void {
  const now = Date.now()
  const recent = Object.entries(logouts()).filter(([, at]) => now - Number(at) < dayMs)
  writeJson('localStorage', logoutsKey, { ...Object.fromEntries(recent), [id]: now })
}

function hasLeft(departures: string | null, person: number | undefined): boolean {
  return parseDepartures(departures).some(
    ({ utilisateurId, reason }) => utilisateurId === person && reason === 'logout',
  )
}
