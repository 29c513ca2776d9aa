import type { QueueItem } from './engine/queueItem.ts'
import type { JournalEntry } from './store/journal.ts'

export interface Device {
  readonly browser: string
  /** `system`: background sync sends while the app is closed. `page`: only an open page sends. */
  readonly sending: 'system' | 'page'
  readonly persisted: boolean | null
  readonly freeBytes: number | null
}

interface Contents {
  /** Milliseconds since 1970. */
  readonly madeAt: number
  readonly device: Device
  readonly items: readonly QueueItem[]
  readonly entries: readonly JournalEntry[]
}

/**
 * The journal of one person's queue as a text for support: the state of each item, then every transition, oldest first.
 * Only the fields listed here are included, so that no name, address, hash, credential or byte leaks.
 */
export function journalText({ madeAt, device, items, entries }: Contents): string {
  return [
    `Journal des envois, ${time(madeAt)}`,
    `navigateur: ${device.browser}`,
    `envoi: ${device.sending}, stockage garanti: ${device.persisted ?? '?'}, octets libres: ${device.freeBytes ?? '?'}`,
    '',
    `${items.length} envois: id, état, reçus/taille, essais, sans réseau, annoncé, cause`,
    ...items.map(itemLine),
    '',
    `${entries.length} transitions: heure, id, de, vers, époque, reçus, réponse`,
    ...entries.map(entryLine),
    '',
  ].join('\n')
}

function itemLine(item: QueueItem): string {
  const { id, state, confirmedOffset, size, attempts, netFailures, announced, cause } = item
  const causeText = cause === null ? '-' : `${cause.class} ${answer(cause)}`
  return [id, state, `${confirmedOffset}/${size}`, attempts, netFailures, announced ? 'oui' : 'non', causeText].join(
    ' ',
  )
}

function entryLine(entry: JournalEntry): string {
  const { at, itemId, from, to, epoch, offset } = entry
  return [time(at), itemId, from ?? '-', to, epoch, offset, answer(entry)].join(' ')
}

function answer({ status, code }: { status: number | null; code: string | null }): string {
  // The answer may come from a proxy, so the code may be any text.
  const isCode = code !== null && /^[a-z_.]{1,60}$/.test(code)
  return `${status ?? '-'} ${isCode ? code : '-'}`
}

function time(ms: number): string {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms)
}
