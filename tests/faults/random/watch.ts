import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { canMove } from '#upload-queue/engine/moves.ts'
import { isEnded } from '#upload-queue/engine/states.ts'
import type { JournalEntry } from '#upload-queue/store/journal.ts'
import type { QueueStore } from '#upload-queue/store/queueStore.ts'
import { sha256Of } from '#tests/support/photos.ts'
import type { ApiActions } from './apiActions.ts'
import type { Fault, Shot } from './phone.ts'
import type { Setting } from './setting.ts'

interface Parts {
  readonly setting: Setting
  readonly apiActions: ApiActions
  readonly store: QueueStore
  readonly rowCount: (item: QueueItem) => Promise<number>
}

/** Checks the invariants of one phone's items against what was picked there. */
export class Watch {
  readonly #parts: Parts
  readonly #shots = new Map<string, Shot>()
  /** Items at the last check. */
  readonly #last = new Map<string, QueueItem>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  add(shots: readonly Shot[]): void {
    for (const shot of shots) this.#shots.set(shot.name, shot)
  }

  /** @param changed ids of the items to check */
  async look(changed: Iterable<string>): Promise<Fault[]> {
    const faults: Fault[] = []
    await this.#parts.setting.guests.learn()
    for (const id of changed) {
      const item = await this.#parts.store.item(id)
      const before = this.#last.get(id)
      const shot = this.#shots.get(item?.name ?? before?.name ?? '')
      if (!shot) continue
      if (item) this.#last.set(id, item)
      const said = item ? await this.#faultOf(shot, item, before) : wrongEnd(shot, before)
      shot.history.push(item ? wordsOf(item) : 'gone')
      if (said) faults.push({ ...said, photo: shot.name })
      shot.state = item?.state ?? (before?.state === 'done' ? 'done' : 'cancelled')
      shot.wasRefused ||= item?.state === 'blocked' || item?.state === 'failed'
    }
    return faults
  }

  /** The reported results of the photos just picked must be true. */
  async lookAtAnswers(shots: readonly Shot[]): Promise<Fault[]> {
    const live = await this.#parts.store.live()
    return shots.flatMap((shot): Fault[] => {
      if (shot.said === 'lost' || shot.said === 'volatile') {
        return [{ kind: 'unexpected', what: `a good photo was ${shot.said}`, photo: shot.name }]
      }
      const isHere = live.some((item) => item.state !== 'cancelling' && this.#isSame(item, shot))
      if (shot.said !== 'duplicate' || isHere) return []
      return [{ kind: 'lost', what: 'said to be in the queue already, and is not', photo: shot.name }]
    })
  }

  /** The phone's journal: only allowed moves, and none by a replaced drainer. */
  lookAtJournal(entries: readonly JournalEntry[]): Fault[] {
    const faults: Fault[] = []
    let newest = 0
    for (const { itemId, from, to, epoch } of entries) {
      const photo = this.#last.get(itemId)?.name ?? itemId
      if (from !== null && !canMove(from, to))
        faults.push({ kind: 'unexpected', what: `went from ${from} to ${to}`, photo })
      // Erasing keeps the epoch of the last writer.
      if (epoch > 0 && epoch < newest && to !== 'cancelled') {
        faults.push({ kind: 'unexpected', what: `written to ${to} by a drainer that had been replaced`, photo })
      }
      newest = Math.max(newest, epoch)
    }
    return faults
  }

  async #faultOf(shot: Shot, item: QueueItem, before: QueueItem | undefined): Promise<Said> {
    if (item.state === 'staging' || item.state === 'lost_source') {
      return shot.isAccepted && !(await this.#isKeptElsewhere(item)) ? lost(`accepted, and ${item.state}`) : null
    }
    if (!this.#isOne(item, shot) || item.evenementId !== shot.evenementId) {
      return { kind: 'mixed', what: 'another owner or event on the phone' }
    }
    if (item.state === 'done') return this.#faultOfReceipt(shot, item)
    if (item.state === 'cancelled') return this.#faultOfEnd(shot, before)
    if ((await this.#parts.rowCount(item)) !== item.rowCount) return lost(`${item.state}, and its rows are gone`)
    const bytes = await this.#parts.store.readBytes(item, 0, item.size)
    if (sha256Of(bytes) !== shot.sha256) return { kind: 'corrupted', what: `${item.state}, and its bytes changed` }
    return this.#faultOfRefusal(item, before)
  }

  /** Picked again before the phone knew that a guest and a person of the server are one: both rows are there. */
  async #isKeptElsewhere({ id, name }: QueueItem): Promise<boolean> {
    const others = (await this.#parts.store.items()).filter((item) => item.name === name && item.id !== id)
    return others.some(({ state }) => state !== 'staging' && state !== 'lost_source' && state !== 'cancelled')
  }

  #faultOfEnd(shot: Shot, before: QueueItem | undefined): Said {
    const isReplaced =
      before?.state === 'failed' && [...this.#shots.values()].some((other) => this.#isAgain(shot, other))
    if (isReplaced) shot.ended ??= 'replaced'
    return wrongEnd(shot, before)
  }

  #faultOfRefusal({ state, cause, evenementId, ownerId }: QueueItem, before: QueueItem | undefined): Said {
    if (state === 'failed' && cause === null) return { kind: 'unexpected', what: 'failed without a cause' }
    if (state !== 'blocked' || cause?.status !== 403 || cause.at === before?.cause?.at) return null
    const isLegitimate = this.#parts.apiActions.refusals(evenementId, ownerId).has(cause.code ?? '')
    return isLegitimate ? null : { kind: 'unexpected', what: `refused with ${cause.code} for no reason` }
  }

  async #faultOfReceipt(shot: Shot, { mediaId }: QueueItem): Promise<Said> {
    const { setting, apiActions } = this.#parts
    const media = await setting.parts.database
      .selectFrom('media')
      .select(['auteurId', 'evenementId', 'sha256', 'statut'])
      .where('id', '=', mediaId)
      .executeTakeFirst()
    if (!media) return lost('done, and no media')
    if (media.auteurId !== setting.guests.personOf(shot.ownerId) || media.evenementId !== shot.evenementId) {
      return { kind: 'mixed', what: 'done as the media of another person or event' }
    }
    if (media.sha256 !== shot.sha256) return { kind: 'corrupted', what: 'done with another hash' }
    const decision = apiActions.decisions.get(mediaId ?? 0)
    const isDeletedBefore = media.statut === 'SUPPRIME' && (decision?.at ?? 0) < shot.at
    return isDeletedBefore ? lost('done as a media that was deleted before it was picked') : null
  }

  #isSame(item: QueueItem, shot: Shot): boolean {
    return (
      !isEnded(item.state) &&
      this.#isOne(item, shot) &&
      item.evenementId === shot.evenementId &&
      item.sourceSha256 === shot.sha256
    )
  }

  #isAgain(shot: Shot, other: Shot): boolean {
    const isSamePhoto =
      other.sha256 === shot.sha256 && this.#isOne(other, shot) && other.evenementId === shot.evenementId
    return isSamePhoto && other.name !== shot.name && other.isAccepted && other.at >= shot.at
  }

  #isOne(a: { readonly ownerId: OwnerId }, b: { readonly ownerId: OwnerId }): boolean {
    return this.#parts.setting.guests.isOne(a.ownerId, b.ownerId)
  }
}

type Said = Omit<Fault, 'photo'> | null

function wordsOf({ state, announced, uploadUrl, cause }: QueueItem): string {
  const upload = [announced ? 'announced' : '', uploadUrl === null ? '' : 'begun']
  return [state, ...upload, cause?.status, cause?.code].filter(Boolean).join(' ')
}

function lost(what: string): Said {
  return { kind: 'lost', what }
}

/** Deleted or cancelled only by a user action, or an incomplete copy. */
function wrongEnd(shot: Shot, before: QueueItem | undefined): Said {
  const isFine = !shot.isAccepted || shot.ended !== null || before?.state === 'done'
  return isFine ? null : lost('deleted from the phone without a user action')
}
