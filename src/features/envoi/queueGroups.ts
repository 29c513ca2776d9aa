import type { LineView, QueueItemView, QueueState, QueueView } from '#upload-queue/queueView.ts'

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
  readonly enAttente: readonly QueueItemView[]
  /** Receipts, the latest first. */
  readonly recues: readonly QueueItemView[]
}

/** The queue in the three lists of the screen; what was given up is gone. */
export function groupsOf(items: readonly QueueItemView[]): QueueGroups {
  const alive = items.filter(({ state }) => state !== 'cancelled')
  return {
    aVous: alive.filter(({ state }) => needPerson.has(state)),
    enAttente: alive.filter(({ state }) => state !== 'done' && !needPerson.has(state)),
    recues: alive
      .filter(({ state }) => state === 'done')
      .toSorted((a, b) => (b.deliveredAt ?? 0) - (a.deliveredAt ?? 0)),
  }
}

/** How many are not received yet. */
export function pendingCount(items: readonly QueueItemView[]): number {
  return items.filter(({ state }) => state !== 'done' && state !== 'cancelled').length
}

/** The first line of the screen: what is true for this device now. */
export function honestLine(view: Pick<QueueView, 'items' | 'sending' | 'line'>): { strong: string; rest: string } {
  const pending = view.items.filter(({ state }) => state !== 'done' && state !== 'cancelled')
  const volatile = pending.filter(({ state }) => state === 'volatile').length
  const staging = pending.filter(({ state }) => state === 'staging').length
  const safe = pending.filter(({ state }) => !notSafe.has(state)).length
  if (pending.length === 0) return { strong: 'Rien en attente.', rest: 'Tout ce que vous avez envoyé est reçu.' }
  if (volatile > 0)
    return {
      strong: `${fichiers(volatile)} sans copie sur ce téléphone.`,
      rest: "Gardez l'application ouverte jusqu'à la fin.",
    }
  if (staging > 0)
    return {
      strong: `Copie de ${fichiers(staging)} sur ce téléphone…`,
      rest: "Gardez l'application ouverte un instant.",
    }
  if (safe === 0) return { strong: `${fichiers(pending.length)} à choisir à nouveau.`, rest: '' }
  return {
    strong: `${fichiers(safe)} en sécurité sur ce téléphone.`,
    rest: goingOn(view, pending),
  }
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
export function lineWords({ isMobile, isWifiOnly }: LineView): string {
  if (!isMobile) return ''
  return isWifiOnly ? ', une fois en Wi-Fi' : ', sur vos données mobiles'
}

/** Bytes that still have to leave this phone. */
export function bytesLeft(items: readonly QueueItemView[]): number {
  return items
    .filter(({ state }) => state !== 'done' && state !== 'cancelled')
    .reduce((sum, { size, confirmedBytes }) => sum + size - confirmedBytes, 0)
}

function fichiers(n: number): string {
  return `${n} ${n < 2 ? 'photo' : 'photos'}`
}
