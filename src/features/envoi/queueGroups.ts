import { agree } from '#src/ui/text/quantities.ts'
import { mediaWords } from './mediaWords.ts'
import type { NetworkView, QueueItemView, QueueState, QueueView } from '#upload-queue/queueView.ts'

const needPerson: ReadonlySet<QueueState> = new Set([
  'waiting_auth',
  'blocked',
  'blocked_storage',
  'failed',
  'lost_source',
])
/** Bytes that are not (yet, or any more) written on this phone. */
const notSafe: ReadonlySet<QueueState> = new Set(['staging', 'volatile', 'lost_source'])

export interface QueueGroups {
  /** Nothing happens without the person. */
  readonly aVous: readonly QueueItemView[]
  /** Being copied into this phone. */
  readonly choisies: readonly QueueItemView[]
  readonly enAttente: readonly QueueItemView[]
  /** Receipts, the latest first. */
  readonly recues: readonly QueueItemView[]
}

/** The queue in the four lists of the screen; what was given up is gone. */
export function groupsOf(items: readonly QueueItemView[]): QueueGroups {
  const alive = items.filter(({ state }) => state !== 'cancelled')
  return {
    aVous: alive.filter(({ state }) => needPerson.has(state)),
    choisies: alive.filter(({ state }) => state === 'staging'),
    enAttente: alive.filter(({ state }) => state !== 'done' && state !== 'staging' && !needPerson.has(state)),
    recues: alive
      .filter(({ state }) => state === 'done')
      .toSorted((a, b) => (b.deliveredAt ?? 0) - (a.deliveredAt ?? 0)),
  }
}

/** Whether all its bytes are written on this phone. */
export function isSafe({ state }: Pick<QueueItemView, 'state'>): boolean {
  return !notSafe.has(state)
}

/** How many are not received yet. */
export function pendingCount(items: readonly QueueItemView[]): number {
  return items.filter(({ state }) => state !== 'done' && state !== 'cancelled').length
}

/** The first line of the screen: what is true for this device now. */
export function honestLine(view: Pick<QueueView, 'items' | 'sending' | 'line'>): { strong: string; rest: string } {
  const pending = view.items.filter(({ state }) => state !== 'done' && state !== 'cancelled')
  const volatile = pending.filter(({ state }) => state === 'volatile')
  const staging = pending.filter(({ state }) => state === 'staging')
  const safe = pending.filter(isSafe)
  if (pending.length === 0) return { strong: 'Rien en attente.', rest: 'Tout ce que vous avez envoyé est reçu.' }
  if (volatile.length > 0)
    return {
      strong: `${mediaWords(volatile)} sans copie sur ce téléphone.`,
      rest: "Gardez l'application ouverte jusqu'à la fin.",
    }
  if (staging.length > 0)
    return {
      strong: 'Laissez cette page ouverte.',
      rest: `${mediaWords(staging)} ${agree(staging.length, "n'est", 'ne sont')} pas encore en sécurité.${begun(pending)}`,
    }
  if (safe.length === 0) return { strong: `${mediaWords(pending)} à choisir à nouveau.`, rest: '' }
  return {
    strong: `${mediaWords(safe)} en sécurité sur ce téléphone.`,
    rest: goingOn(view, pending),
  }
}

function begun(pending: readonly QueueItemView[]): string {
  return pending.some(({ confirmedBytes }) => confirmedBytes > 0) ? " L'envoi a déjà commencé." : ''
}

function goingOn({ sending, line }: Pick<QueueView, 'sending' | 'line'>, pending: readonly QueueItemView[]): string {
  const leavesByItself = pending.some(({ state }) => state !== 'paused' && !needPerson.has(state))
  if (!leavesByItself)
    return pending.some(({ state }) => state === 'paused') ? 'En pause : rien ne part avant « Reprendre ».' : ''
  // The system tries a few times, whatever the line: after that only the app knows better.
  if (line.isWifiOnly && line.isMobile) return "L'envoi attend le Wi-Fi : ouvrez l'application une fois en Wi-Fi."
  return sending === 'system'
    ? "Vous pouvez fermer : l'envoi reprendra avec le réseau."
    : "Gardez l'application ouverte pour finir l'envoi."
}

/** What follows an amount of bytes to send: what they cost, or what they wait for. */
export function lineWords({ isMobile, isWifiOnly }: NetworkView): string {
  if (!isMobile) return ''
  return isWifiOnly ? ', une fois en Wi-Fi' : ', sur vos données mobiles'
}

/** Bytes that still have to leave this phone; files that are not on it do not. */
export function bytesLeft(items: readonly QueueItemView[]): number {
  return items
    .filter(({ state }) => state !== 'done' && state !== 'cancelled' && state !== 'lost_source')
    .reduce((sum, { size, confirmedBytes }) => sum + size - confirmedBytes, 0)
}
