import { ItemMoved, type ItemStore } from './ports.ts'
import type { ItemChange, QueueItem } from './queueItem.ts'
import { canMove, isEnded } from './states.ts'
import type { QueueState } from '#upload-queue/queueView.ts'

/** Whom a command is meant for. */
export type Which = readonly string[] | 'all'
interface Person {
  readonly store: ItemStore
  /** Only this person's items are ever touched. */
  readonly ownerId: number
}

const retriable: ReadonlySet<QueueState> = new Set([
  'failed',
  'backoff',
  'waiting_net',
  'waiting_auth',
  'blocked',
  'blocked_storage',
])
const fromTheStart = {
  state: 'queued',
  attempts: 0,
  netFailures: 0,
  noProgress: 0,
  recreations: [],
  nextAttemptAt: null,
  waitMs: 0,
  refusedGrantId: null,
  cause: null,
} as const satisfies ItemChange

/** Each command gives the ids it changed, so that whoever is sending them can be told. */
export function pauseItems(person: Person, which: Which): Promise<string[]> {
  return command(person, which, ({ state }) => {
    const isPausable = canMove(state, 'paused') && state !== 'paused' && state !== 'finalizing'
    return isPausable ? { state: 'paused', nextAttemptAt: null, waitMs: 0 } : null
  })
}

export function resumeItems(person: Person, which: Which): Promise<string[]> {
  return command(person, which, ({ state }) => (state === 'paused' ? { ...fromTheStart } : null))
}

/** All counters start again: a person's word weighs more than the limits. */
export function retryItems(person: Person, which: Which): Promise<string[]> {
  return command(person, which, ({ state }) => (retriable.has(state) ? { ...fromTheStart } : null))
}

/** What the server may know of goes through `cancelling`; the rest ends at once. */
export function cancelItems(person: Person, which: Which): Promise<string[]> {
  return command(person, which, ({ state, announced }) => {
    if (isEnded(state) || state === 'cancelling') return null
    const isGoneAtOnce = !announced || !canMove(state, 'cancelling')
    return { state: isGoneAtOnce ? 'cancelled' : 'cancelling', nextAttemptAt: null, waitMs: 0, cause: null }
  })
}

/** Receipts leave the list at once; anything else is given up first. */
export async function removeItems(person: Person, which: readonly string[]): Promise<string[]> {
  const changed = await cancelItems(person, which)
  const items = await owned(person, which)
  const ended = items.filter((item) => isEnded(item.state)).map((item) => item.id)
  if (ended.length > 0) await person.store.forget(ended)
  return changed
}

async function command(person: Person, which: Which, changeOf: (item: QueueItem) => ItemChange | null) {
  const changed: string[] = []
  for (const item of await owned(person, which)) {
    if (await apply(person.store, item, changeOf)) changed.push(item.id)
  }
  return changed
}

async function owned({ store, ownerId }: Person, which: Which): Promise<QueueItem[]> {
  const items = await store.items()
  return items.filter((item) => item.ownerId === ownerId && (which === 'all' || which.includes(item.id)))
}

/** The drainer writes at the same time; what counts is the state at the moment of the write. */
async function apply(
  store: ItemStore,
  item: QueueItem,
  changeOf: (item: QueueItem) => ItemChange | null,
): Promise<boolean> {
  let current: QueueItem | undefined = item
  while (current) {
    const change = changeOf(current)
    if (!change) return false
    try {
      await store.move({ id: current.id, from: current.state, epoch: null, change })
      return true
    } catch (error) {
      if (!(error instanceof ItemMoved)) throw error
      current = await store.item(item.id)
    }
  }
  return false
}
