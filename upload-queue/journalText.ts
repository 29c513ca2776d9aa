import type { QueueItem } from './engine/queueItem.ts'
import type { JournalEntry } from './store/journal.ts'

/** What the phone knows of itself, for whoever reads the journal. */
export interface Device {
  /** The browser's own name for itself. */
  readonly browser: string
  /** `system`: it sends with the app closed; `page`: only an open page does. */
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
 * The journal of one person's queue as a text for support: what each item is doing now, then every transition, oldest
 * first. Only what is listed here goes into it, so that no name, address, hash, credential or byte ever does.
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
  const told = cause === null ? '-' : `${cause.class} ${answer(cause)}`
  return [id, state, `${confirmedOffset}/${size}`, attempts, netFailures, announced ? 'oui' : 'non', told].join(' ')
}

function entryLine(entry: JournalEntry): string {
  const { at, itemId, from, to, epoch, offset } = entry
  return [time(at), itemId, from ?? '-', to, epoch, offset, answer(entry)].join(' ')
}

function answer({ status, code }: { status: number | null; code: string | null }): string {
  // Whoever answered in the server's place may have written anything here.
  const isCode = code !== null && /^[a-z_.]{1,60}$/.test(code)
  return `${status ?? '-'} ${isCode ? code : '-'}`
}

function time(ms: number): string {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms)
}
