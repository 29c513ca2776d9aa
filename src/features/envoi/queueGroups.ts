import { agree, count } from '#src/ui/text/quantities.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { inscriptionEnAttente, waitsForEvent } from '#upload-queue/engine/eventWait.ts'
import {
  countsAsPending,
  isCancellationRefused,
  isEnded,
  isUnreceived,
  type QueueState,
} from '#upload-queue/engine/states.ts'
import type { NetworkView, QueueItemView, QueueView } from '#upload-queue/queueView.ts'

const waitForPerson: ReadonlySet<QueueState> = new Set([
  'waiting_auth',
  'blocked',
  'blocked_storage',
  'failed',
  'lost_source',
])
/** States whose bytes are not (or no longer) stored on this device, or cannot be read there. */
const notSafe: ReadonlySet<QueueState> = new Set(['staging', 'lost_source', 'blocked_storage'])

export interface QueueGroups {
  /** Items that need the person. */
  readonly aVous: readonly QueueItemView[]
  /** Being copied to this device. */
  readonly choisies: readonly QueueItemView[]
  readonly enAttente: readonly QueueItemView[]
  /** Received items, the latest first. */
  readonly recues: readonly QueueItemView[]
}

/** The queue in the four lists of the screen, without cancelled items. */
export function groupsOf(items: readonly QueueItemView[]): QueueGroups {
  const alive = items.filter(({ state }) => state !== 'cancelled')
  return {
    aVous: alive.filter(needsPerson),
    choisies: alive.filter(({ state }) => state === 'staging'),
    enAttente: alive.filter((item) => item.state !== 'done' && item.state !== 'staging' && !needsPerson(item)),
    recues: alive
      .filter(({ state }) => state === 'done')
      .toSorted((a, b) => (b.deliveredAt ?? 0) - (a.deliveredAt ?? 0)),
  }
}

function needsPerson(item: QueueItemView): boolean {
  return (waitForPerson.has(item.state) && !waitsForEvent(item)) || isCancellationRefused(item)
}

/** Whether all its bytes are stored on this device. */
export function isSafe({ state, isInMemory }: Pick<QueueItemView, 'state' | 'isInMemory'>): boolean {
  return !isInMemory && !notSafe.has(state)
}

/** Whether nothing of it is sent before the person resumes it. */
function isPaused({ state }: QueueItemView): boolean {
  return state === 'paused'
}

/** First line of the screen: the current state of this device's queue. */
export function queueStateWords(view: Pick<QueueView, 'items' | 'sending' | 'network'>): {
  strong: string
  rest: string
} {
  const pending = view.items.filter(countsAsPending)
  const deleted = view.items.filter((item) => !isEnded(item.state) && !countsAsPending(item))
  const inMemory = pending.filter(({ isInMemory }) => isInMemory)
  const staging = pending.filter(({ state }) => state === 'staging')
  const safe = pending.filter(isSafe)
  if (pending.length === 0 && deleted.length > 0)
    return {
      strong: `${count(deleted.length, 'suppression', 'suppressions')} en cours.`,
      rest: `${agree(deleted.length, 'Elle se terminera', 'Elles se termineront')} avec le réseau.`,
    }
  if (pending.length === 0) return { strong: 'Rien à envoyer.', rest: 'Tout ce que vous avez envoyé est reçu.' }
  if (inMemory.length > 0)
    return {
      strong: `${mediaWords(inMemory)} sans copie sur ce téléphone.`,
      rest: inMemory.every(isPaused)
        ? "En pause : gardez l'application ouverte, et touchez « Reprendre »."
        : "Gardez l'application ouverte jusqu'à la fin.",
    }
  if (staging.length > 0)
    return {
      strong: 'Laissez cette page ouverte.',
      rest: `${mediaWords(staging)} ${agree(staging.length, "n'est", 'ne sont')} pas encore en sécurité.${sendingStarted(pending)}`,
    }
  if (safe.length === 0) return { strong: `${mediaWords(pending)} à choisir à nouveau.`, rest: '' }
  return {
    strong: `${mediaWords(safe)} en sécurité sur ce téléphone.`,
    rest: goingOn(view, pending),
  }
}

function sendingStarted(pending: readonly QueueItemView[]): string {
  return pending.some(({ confirmedBytes }) => confirmedBytes > 0) ? " L'envoi a déjà commencé." : ''
}

function goingOn(
  { sending, network }: Pick<QueueView, 'sending' | 'network'>,
  pending: readonly QueueItemView[],
): string {
  const leaving = pending.filter((item) => !isPaused(item) && !needsPerson(item))
  if (leaving.length === 0) return pending.some(isPaused) ? 'En pause : rien ne part avant « Reprendre ».' : ''
  if (leaving.every(waitsForEvent)) {
    const isForValidation = leaving.every(({ cause }) => cause?.code === inscriptionEnAttente)
    const when = isForValidation ? 'une fois votre inscription validée' : "quand l'événement acceptera les médias"
    return `Vous pouvez fermer : ${when}, l'envoi partira à l'ouverture de l'application.`
  }
  // The system retries a few times on any network; after that only the open app sends.
  if (network.isWifiOnly && network.isMobile) return "L'envoi attend le Wi-Fi : ouvrez l'application une fois en Wi-Fi."
  return sending === 'system'
    ? "Vous pouvez fermer : l'envoi reprendra avec le réseau."
    : "Gardez l'application ouverte pour finir l'envoi."
}

/** Suffix for a number of bytes to send: mobile data cost, or waiting for Wi-Fi. */
export function networkWords({ isMobile, isWifiOnly }: NetworkView): string {
  if (!isMobile) return ''
  return isWifiOnly ? ', une fois en Wi-Fi' : ', sur vos données mobiles'
}

/** Bytes still to send; items without bytes on this device do not count. */
export function bytesLeft(items: readonly QueueItemView[]): number {
  return items
    .filter((item) => isUnreceived(item.state) && countsAsPending(item))
    .reduce((sum, { size, confirmedBytes }) => sum + size - confirmedBytes, 0)
}
