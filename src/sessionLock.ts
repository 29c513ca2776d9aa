/** Name of the Web Lock that each tab shares in which this person is signed in. A closed tab releases it. */
const lockName = (utilisateurId: number) => `eclats:session:${utilisateurId}`

let held: { readonly utilisateurId: number; readonly release: () => void } | null = null

/** Shows other tabs who is signed in here. @param utilisateurId null after a sign-out */
export function holdSessionLock(utilisateurId: number | null): void {
  if (held?.utilisateurId === utilisateurId || !('locks' in navigator)) return
  held?.release()
  held = null
  if (utilisateurId === null) return
  const released = Promise.withResolvers<void>()
  held = { utilisateurId, release: released.resolve }
  // Firefox refuses locks where it forbids storage to this site: there no tab keeps data of the person.
  const holding = navigator.locks.request(lockName(utilisateurId), { mode: 'shared' }, () => released.promise)
  holding.catch(() => undefined)
}

/** Runs `work` unless this person is signed in in any tab. */
export async function unlessSignedIn(utilisateurId: number, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(lockName(utilisateurId), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
  })
}
