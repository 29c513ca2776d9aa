import { randomUUID } from 'node:crypto'
import { cutFileName } from '../cutFileName.ts'

/** What the client sends about a file. Every field is optional except the id, which is generated when absent. */
export interface UploadMetadata {
  readonly clientUploadId: string
  readonly name: string
  readonly type: string
  /** ISO 8601 UTC, or null. */
  readonly takenAt: string | null
  /** Lower-case hexadecimal, or null. */
  readonly sha256: string | null
  /** SHA-256 of the selected file, before compression. */
  readonly sourceSha256: string | null
  /** The header as received; null when it exceeds `headerMaxLength` or the upload has no such header. */
  readonly header: string | null
}

const headerMaxLength = 4096

/** Parses the tus header Upload-Metadata: `key base64,key base64`. Ignores malformed values. */
export function parseUploadMetadata(header: string | undefined): UploadMetadata {
  const pairs = (header ?? '').split(',').map((pair) => pair.trim().split(' '))
  const values = new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]))
  const isKept = header !== undefined && header.length <= headerMaxLength
  return { ...uploadMetadata(Object.fromEntries(values)), header: isKept ? header : null }
}

/** Validates client metadata. tus clients also use the keys `filename` and `filetype`. */
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

/** Only the author sees this name. Removes the path, control and direction characters; at most 200 bytes. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return cutFileName(last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim(), 200) || 'sans-nom'
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
