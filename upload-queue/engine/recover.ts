import { dayMs } from '#domain/contract/durations.ts'
import { endLostCopies } from './lostCopies.ts'
import { type DrainContext, type ItemEnd, ignoreItemMoved, shortRequestMs, write } from './drainContext.ts'
import type { QueueItem } from './queueItem.ts'
import { deliveredChange, receiptOf } from './receipt.ts'
import type { Reconciled } from '#domain/upload/upload.endpoints.ts'

/** How long the receipt of a delivered photo is shown: 30 days. */
export const receiptLifeMs = 30 * dayMs
const idsPerCall = 1000

/** Resumes the items that a killed drainer or a closed page left in `sending` or `finalizing`. */
export async function recover(context: DrainContext): Promise<ItemEnd | 'recovered'> {
  await endLostCopies(context.ports, context.epoch)
  const orphans: QueueItem[] = []
  for (const item of await context.ports.store.live()) {
    if (item.state === 'sending' || item.state === 'finalizing') {
      const orphan = await ignoreItemMoved(write(context, item, { state: 'queued' }))
      if (orphan) orphans.push(orphan)
    }
  }
  await forgetOld(context)
  for (const group of byGrant(orphans)) {
    const end = await reconcile(context, group)
    if (end !== 'recovered') return end
  }
  return 'recovered'
}

async function forgetOld({ ports: { store, clock, copiers } }: DrainContext): Promise<void> {
  const now = clock.now()
  const items = await store.items()
  const cancelled = items.filter(({ state }) => state === 'cancelled')
  // The page that copies a file must learn that it was cancelled.
  const alive = cancelled.some(({ copier }) => copier !== undefined) ? await copiers() : new Set<string>()
  const old = [
    ...cancelled.filter(({ copier }) => copier === undefined || !alive.has(copier)),
    ...items.filter((item) => item.state === 'done' && now - (item.deliveredAt ?? item.addedAt) > receiptLifeMs),
  ]
  if (old.length > 0) await store.forget(old.map((item) => item.id))
}

function byGrant(items: readonly QueueItem[]): QueueItem[][] {
  const groups = Map.groupBy(items, (item) => `${item.ownerId} ${item.evenementId}`)
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / idsPerCall) }, (_, index) =>
      group.slice(index * idsPerCall, (index + 1) * idsPerCall),
    ),
  )
}

/** Reconciles many items in one request, so that items whose answer was lost are not sent twice. */
async function reconcile(context: DrainContext, group: readonly QueueItem[]): Promise<ItemEnd | 'recovered'> {
  const [first] = group
  const grant = first && (await context.ports.grants.find(first.ownerId, first.evenementId))
  if (!grant) return 'recovered'
  const ids = group.map((item) => item.id)
  const signal = new AbortController().signal
  const { answer, known } = await context.ports.wire.reconcile(first.evenementId, ids, {
    grant: grant.grant,
    limitMs: shortRequestMs,
    signal,
  })
  if (answer.kind === 'none') return 'no_answer'
  const states = new Map(known.map((state) => [state.clientUploadId, state]))
  for (const item of group) await ignoreItemMoved(takeServerState(context, item, states.get(item.id)))
  return 'recovered'
}

async function takeServerState(
  context: DrainContext,
  item: QueueItem,
  state: Reconciled | undefined,
): Promise<QueueItem> {
  const receipt = receiptOf(item, state)
  if (receipt) return write(context, item, deliveredChange(item, receipt, context.ports.clock.now()))
  if (state?.etat === 'open' && state.uploadUrl !== null && (state.offset ?? 0) <= item.size) {
    return write(context, item, { uploadUrl: state.uploadUrl, confirmedOffset: state.offset ?? 0 })
  }
  return state?.etat === 'unknown' ? write(context, item, { uploadUrl: null, confirmedOffset: 0 }) : item
}
