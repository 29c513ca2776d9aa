import { isAppPath } from '#domain/contract/appPath.ts'
import { sessionErrors } from '#domain/utilisateur/session.errors.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { onSignOut, type SignOutReason } from '#src/api/session.ts'
import { keepGuest } from '#src/features/envoi/leftNames.ts'
import { wipeSessionQueries } from '#src/api/sessionQueries.ts'
import { readLocal, writeLocal } from '#src/ui/localValue.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import type { AppRouter } from './router.tsx'

/** After a sign-out, deletes the person's data in memory and on the device, and opens the right page. */
export function followSignOut(router: AppRouter): void {
  onSignOut((utilisateur, reason) => {
    void endOf({ utilisateurId: utilisateur.id, reason })
    const { href } = router.state.location
    // The page of a mailed link has a secret in its address, and is over.
    const redirect = reason === 'fusion' && !isAppPath(href) ? '' : href
    const state = { isMerged: reason === 'fusion' }
    // A guest has no password: the login page would lead nowhere, unless their photos are in an account now.
    const isLeaving = utilisateur.invite && reason !== 'fusion'
    if (isLeaving) sayToGuest(utilisateur.id, reason)
    void (reason === 'choix' || isLeaving
      ? router.navigate({ to: '/', replace: true })
      : router.navigate({ to: '/login', search: { redirect }, state, replace: true }))
  })
}

/** A guest who is signed out comes back by a link alone, and not at all once the organiser has ended it. */
function sayToGuest(id: number, reason: SignOutReason): void {
  keepGuest(id, reason)
  if (reason === 'terminee')
    showToast({ type: 'warning', title: sessionErrors['session.participation_terminee'].message })
  if (reason !== 'expiree') return
  showToast({
    type: 'warning',
    title: "L'événement s'est fermé sur cet appareil",
    message: "Entrez de nouveau par le lien de l'événement.",
  })
}

interface Departure {
  readonly utilisateurId: number
  readonly reason: SignOutReason
}

/** Sign-outs whose data is not completely deleted on this device, as JSON: user id and reason, no credential. */
const pendingKey = 'eclats.effacements'

/**
 * Repeats deletions that failed after an earlier sign-out (a chunk did not load, the tab was closed). Await it before
 * rendering. What fails again is retried at the next start.
 * @param signedIn id of the person who is signed in now: their data is kept
 */
export async function finishWipes(signedIn: number | undefined): Promise<void> {
  keepPending(pendingWipes().filter(({ utilisateurId }) => utilisateurId !== signedIn))
  for (const departure of pendingWipes()) await wipe(departure)
}

async function endOf(departure: Departure): Promise<void> {
  keepPending([...pendingWipes(), departure])
  await queryClient.cancelQueries()
  queryClient.clear()
  await wipe(departure)
}

/** A failing step does not stop the others; all steps are repeated at the next start. */
async function wipe(departure: Departure): Promise<void> {
  const outcomes = await Promise.allSettled(stepsOf(departure).map((step) => step()))
  if (outcomes.some(({ status }) => status === 'rejected')) return
  keepPending(pendingWipes().filter(({ utilisateurId }) => utilisateurId !== departure.utilisateurId))
}

function stepsOf({ utilisateurId, reason }: Departure): (() => Promise<unknown>)[] {
  const always = [
    async () => (await import('#src/api/persistence.ts')).wipePersisted(utilisateurId),
    wipeSessionQueries,
    async () => (await import('#src/pwa/serviceWorkerClient.ts')).wipePictures(utilisateurId),
    async () => (await import('#src/pwa/appBadge.ts')).setAppBadge(0),
    async () => (await import('#upload-queue/unreadBadge.ts')).dropUnread(),
    () => suspendDecisions(reason),
  ]
  // On logout only: after an expired session, push notifications, shared files and drafts stay.
  const onLeave = [
    async () => (await import('#src/pwa/push.ts')).forgetAppareil(),
    async () => (await import('#upload-queue/sharedFiles.ts')).dropShared(),
    async () => (await import('#src/api/draftStore.ts')).wipeDrafts(utilisateurId),
  ]
  return reason === 'choix' ? [...always, ...onLeave] : always
}

async function suspendDecisions(reason: SignOutReason): Promise<void> {
  const { suspendDecisionSession } = await import('#src/pwa/decisions.ts')
  const waiting = await suspendDecisionSession()
  if (waiting === 0 || reason === 'choix') return
  const { count } = await import('#src/ui/text/quantities.ts')
  showToast({
    type: 'warning',
    title: count(waiting, 'décision attend sur cet appareil', 'décisions attendent sur cet appareil'),
    message: 'Reconnectez-vous avec le même compte : ce qui ne peut pas partir avant part alors.',
  })
}

function pendingWipes(): Departure[] {
  try {
    const kept: unknown = JSON.parse(readLocal(pendingKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isDeparture) : []
  } catch {
    return []
  }
}

function isDeparture(value: unknown): value is Departure {
  const { utilisateurId, reason } = (value ?? {}) as Partial<Departure>
  return typeof utilisateurId === 'number' && reasons.has(reason)
}

const reasons: ReadonlySet<unknown> = new Set<SignOutReason>(['choix', 'expiree', 'fusion', 'terminee'])

function keepPending(departures: readonly Departure[]): void {
  writeLocal(pendingKey, departures.length === 0 ? null : JSON.stringify(departures))
}
