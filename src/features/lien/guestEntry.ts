import { isTemporaryStatus } from '#domain/contract/temporaryStatus.ts'
import { lienEndpoints } from '#domain/lien/lien.endpoints.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { uploadEndpoints } from '#domain/upload/upload.endpoints.ts'
import { localOwner } from '#upload-queue/engine/owner.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { ApiError, sentenceOr } from '#src/api/apiError.ts'
import { growingPause } from '#src/ui/untilLoaded.ts'
import { call } from '#src/api/client.ts'
import { entryInput } from '#src/api/entryInput.ts'
import { currentSession, isSessionAlive, onSignOut, signIn } from '#src/api/session.ts'
import { ifSessionCookieFree, isSessionCookieAwaited } from '#src/api/sessionCookie.ts'
import { readIdentity } from '#src/api/sessionStore.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { entryState, isOpenEntry } from './entryState.ts'

const firstWaitMs = 2000
const maxWaitMs = 30_000
/** After this long without an answer, the guest chooses photos instead of watching the button. */
const formWaitMs = 3000

export type NewEntry = Omit<GuestEntry, 'key' | 'acceptedAt' | 'utilisateurId'>

/**
 * Enters an event as a guest. The entry is stored before it is sent, and is sent until the server answers: a lost
 * answer or a killed browser repeats it with the same key, which gives the same guest.
 * @returns when the server has answered, the network has failed, or after 3 s: the reason of a refusal, otherwise null
 */
export async function enterAsGuest(given: NewEntry): Promise<string | null> {
  // Photos that wait for another link of this event, revoked since, enter by this one.
  const earlier = (await uploadQueue.entries()).find(
    (one) => one.evenement.id === given.evenement.id && one.utilisateurId === null,
  )
  const entry = { ...given, key: earlier?.key ?? crypto.randomUUID(), acceptedAt: Date.now(), utilisateurId: null }
  await uploadQueue.saveEntry(entry)
  await uploadQueue.openEntry(entry)
  entryState.setState(() => ({ kind: 'sending', entry }))
  void sendUntilAnswered(entry)
  await sendingEnds()
  const state = entryState.get()
  if (state.kind === 'sending') entryState.setState(() => ({ kind: 'waiting', entry, isNew: true, sentence: null }))
  if (state.kind !== 'refused_in_form') return null
  if (earlier) {
    entryState.setState(() => ({ ...state, kind: 'refused' }))
    return null
  }
  // No photo was chosen yet: the form shows the reason.
  await giveUpEntry(entry)
  return state.sentence
}

/** Sends the entry that an earlier page left, unless its guest is signed in. Call at the start. */
export function resumeEntry(): Promise<void> {
  return resume(() => true)
}

/** Continues a waiting entry after each sign-out: it stops while a person is signed in. @returns what ends that */
export function resumeAfterSignOut(): () => void {
  return onSignOut(({ id }) => {
    entryState.setState(() => ({ kind: 'none' }))
    // Not the entry of this person: their session must not open again at once.
    resume(({ utilisateurId }) => utilisateurId !== id).catch(() => undefined)
  })
}

async function resume(isWanted: (entry: GuestEntry) => boolean): Promise<void> {
  const entries = await uploadQueue.entries()
  // Read after the entries: a person may sign in while these are read.
  const person = currentSession()?.utilisateur
  for (const stored of entries.filter(isWanted)) {
    // A copy, see isCurrent.
    const entry = { ...stored }
    if (entry.utilisateurId !== null && entry.utilisateurId === person?.id) {
      // Kept: this device may know the guest and have lost the cookie. A renewal deletes it (renewal.ts).
      await bind(entry, entry.utilisateurId)
    } else if (person === undefined && !isOpenEntry(entryState.get())) {
      await uploadQueue.openEntry(entry)
      entryState.setState(() => ({ kind: 'waiting', entry, isNew: false, sentence: null }))
      void sendUntilAnswered(entry)
    }
  }
}

/** Gives the waiting photos of an event to the signed-in person, who is in it instead of the guest. Idempotent. */
export async function moveEntryTo({ evenementId, utilisateurId }: { evenementId: number; utilisateurId: number }) {
  for (const entry of await uploadQueue.entries()) {
    if (entry.evenement.id !== evenementId || entry.utilisateurId !== null) continue
    // The person has signed out since: the photos must not open their queue.
    if (currentSession()?.utilisateur.id !== utilisateurId) return
    closeEntry(entry.key)
    await bind(entry, utilisateurId)
    await uploadQueue.forgetEntry(entry.key)
  }
}

/** Deletes the entry and its photos from this device; the server may know the guest, but has no photo. */
export async function giveUpEntry({ key }: GuestEntry): Promise<void> {
  closeEntry(key)
  await uploadQueue.dropEntry(key)
}

async function sendUntilAnswered(entry: GuestEntry): Promise<void> {
  const pause = growingPause(firstWaitMs, maxWaitMs)
  while (isCurrent(entry)) {
    if (await send(entry)) return
    await pause()
  }
}

/** @returns whether the server has answered for good */
async function send(entry: GuestEntry): Promise<boolean> {
  const stored = (await uploadQueue.entries()).find(({ key }) => key === entry.key)
  if (!isCurrent(entry)) return true
  if (stored === undefined && !(await storeAgain(entry))) return false
  try {
    const utilisateurId = await ifSessionCookieFree(() => openSessionOf(entry, stored?.utilisateurId ?? null))
    if (utilisateurId === null) return !isCurrent(entry)
    await bind(entry, utilisateurId)
    entryState.setState(({ kind }) => ({
      kind: 'entered',
      entry: { ...entry, utilisateurId },
      hasWaited: kind !== 'sending',
    }))
    return true
  } catch (error) {
    if (!isCurrent(entry)) return true
    const isFinal = error instanceof ApiError && !isTemporaryStatus(error.status)
    const sentence = sentenceOr(error, phrases.erreurSurvenue)
    if (isFinal && entry.utilisateurId !== null) await endEntry(entry, entry.utilisateurId)
    else if (isFinal)
      entryState.setState(({ kind }) => ({ kind: kind === 'sending' ? 'refused_in_form' : 'refused', entry, sentence }))
    else
      entryState.setState((state) => ({
        kind: 'waiting',
        entry,
        isNew: state.kind === 'sending',
        sentence: error instanceof ApiError ? sentence : null,
      }))
    return isFinal
  }
}

/**
 * Another tab has deleted the entry, so that its key opens no session; or the device cannot be read now. Photos that
 * were chosen here since would belong to no entry: with them it is stored again.
 */
async function storeAgain(entry: GuestEntry): Promise<boolean> {
  const chosen = await uploadQueue.pendingOf(localOwner(entry.key)).catch(() => [])
  if (chosen.length === 0 || !isCurrent(entry)) return false
  return uploadQueue.saveEntry({ ...entry }).then(
    () => true,
    () => false,
  )
}

/**
 * Requests the entry and signs the guest in.
 * @param guestId the guest of an earlier answer, if any
 * @returns the guest; null when the entry has ended, or waits for another person or for a login
 */
async function openSessionOf(entry: GuestEntry, guestId: number | null): Promise<number | null> {
  if (!isCurrent(entry)) return null
  if (isOtherSignedIn(guestId)) {
    const sentence = "Quelqu'un d'autre est connecté sur cet appareil : vous entrez après sa déconnexion."
    entryState.setState((state) => ({ kind: 'waiting', entry, isNew: state.kind === 'sending', sentence }))
    return null
  }
  const answer = await call(lienEndpoints.enterAsInvite, entryInput(entry))
  const utilisateurId = answer.inscription.user.id
  // A login waits for its turn. Like after a lost answer, that account can still take the photos over, and the guest
  // enters with the same key after their sign-out.
  if ((await isSessionCookieAwaited()) || !isCurrent(entry) || isOtherSignedIn(utilisateurId)) return null
  // Before the session: a browser killed in between repeats the request, and finds the same guest.
  await uploadQueue.saveEntry({ ...entry, utilisateurId })
  if (isOtherSignedIn(utilisateurId)) return null
  signIn(answer, true)
  return utilisateurId
}

/**
 * Whether another person than this guest is signed in, in this tab or in one that has the device remember them: the
 * cookie of the answer would replace their session.
 */
function isOtherSignedIn(guestId: number | null): boolean {
  const id = currentSession()?.utilisateur.id ?? readIdentity()?.id
  return id !== undefined && id !== guestId
}

/**
 * The server has ended the guest's session for good, for example by a cancelled registration. Photos chosen since are
 * the guest's, who can still save them.
 */
async function endEntry(entry: GuestEntry, utilisateurId: number): Promise<void> {
  entryState.setState(() => ({ kind: 'none' }))
  await bind(entry, utilisateurId)
  await uploadQueue.forgetEntry(entry.key)
}

/** Resolves when the entry is not `sending` any more, at the latest after 3 s. */
function sendingEnds(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, formWaitMs)
    const { unsubscribe } = entryState.subscribe(() => entryState.get().kind !== 'sending' && end())
    function end(): void {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
  })
}

/** Ends the state of this entry. */
function closeEntry(key: string): void {
  entryState.setState((state) => (state.kind !== 'none' && state.entry.key === key ? { kind: 'none' } : state))
}

/** False once the entry has ended, or was resumed: then another loop sends it, as another object. */
function isCurrent(entry: GuestEntry): boolean {
  const state = entryState.get()
  return isOpenEntry(state) && state.entry === entry
}

function bind({ key }: GuestEntry, utilisateurId: number): Promise<void> {
  return uploadQueue.bindEntry({
    key,
    session: {
      ownerId: utilisateurId,
      fetchGrant: (id) => call(uploadEndpoints.grant, { params: { id } }),
      isAlive: isSessionAlive,
    },
  })
}
