import { randomUUID } from 'node:crypto'

/** What a client says of a file before it comes; every part may be missing but the id, which we then make. */
export interface UploadMetadata {
  readonly clientUploadId: string
  readonly name: string
  readonly type: string
  /** ISO 8601 UTC, or null. */
  readonly takenAt: string | null
  /** Lower-case hexadecimal, or null. */
  readonly sha256: string | null
  /** Of the file that was picked, before compression. */
  readonly sourceSha256: string | null
  /** The header as the client wrote it; null when it was longer than `headerMaxLength` or came another way. */
  readonly header: string | null
}

const headerMaxLength = 4096

/** Reads the tus header Upload-Metadata: `key base64,key base64`. What is malformed counts as missing. */
export function parseUploadMetadata(header: string | undefined): UploadMetadata {
  const pairs = (header ?? '').split(',').map((pair) => pair.trim().split(' '))
  const values = new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]))
  const isKept = header !== undefined && header.length <= headerMaxLength
  return { ...uploadMetadata(Object.fromEntries(values)), header: isKept ? header : null }
}

/** Brings a client's words into bounds; tus clients call the name `filename` and the type `filetype` too. */
export function uploadMetadata(given: Readonly<Record<string, string | undefined>>): UploadMetadata {
  const { clientUploadId } = given
  return {
    clientUploadId: clientUploadId && /^[\w-]{8,64}$/.test(clientUploadId) ? clientUploadId : randomUUID(),
    name: plainName(given['name'] ?? given['filename'] ?? ''),
    type: (given['type'] ?? given['filetype'] ?? '').slice(0, 100),
    takenAt: plausibleDate(given['takenAt']),
    sha256: hexOrNull(given['sha256']),
    sourceSha256: hexOrNull(given['sourceSha256']) ?? hexOrNull(given['sha256']),
    header: null,
  }
}

/** Only the author ever reads this name: no path, no control or direction characters, 200 at most. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return (
    last
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, 200) || 'sans-nom'
  )
}

function plausibleDate(text: string | undefined): string | null {
  const date = new Date(text ?? '')
  const year = date.getUTCFullYear()
  return year >= 1900 && year < 2200 ? date.toISOString() : null
}

function hexOrNull(text: string | undefined): string | null {
  const hex = text?.toLowerCase() ?? ''
  return /^[\da-f]{64}$/.test(hex) ? hex : null
}
