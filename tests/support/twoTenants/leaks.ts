import { sha256Of } from '#tests/support/photos.ts'
import { readZip } from '#tests/support/zipReader.ts'
import type { Tenant } from './tenant.ts'

/** Output to check: an answer, a message, a frame. */
export interface Outgoing {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

/** Where data of another tenant are; null when there are none. */
export function leakOf({ headers, body }: Outgoing, foreign: Tenant): string | null {
  if (holdsMark(Buffer.from(JSON.stringify(headers)), foreign)) return 'a header'
  if (holdsMark(body, foreign)) return 'the body'
  if (foreign.fingerprints.has(sha256Of(body))) return 'the bytes of a media'
  if (headers['content-type'] !== 'application/zip' || body.length === 0) return null
  for (const { name, bytes } of readZip(body)) {
    const isForeign = holdsMark(Buffer.from(name), foreign) || holdsMark(bytes, foreign)
    if (isForeign || foreign.fingerprints.has(sha256Of(bytes))) return `the archive's ${name}`
  }
  return null
}

/** Whether the output contains the marker, in either case, as UTF-16, or in base64. */
export function holdsMark(bytes: Buffer, { marque }: Pick<Tenant, 'marque'>): boolean {
  if (bytes.toString('latin1').toLowerCase().includes(marque)) return true
  const shapes = [Buffer.from(marque, 'utf16le').toString('latin1'), ...base64Of(marque)]
  const text = bytes.toString('latin1')
  return shapes.some((shape) => text.includes(shape))
}

/** The invariant characters of a marker in base64 at each alignment. */
function base64Of(marque: string): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.from(`${'-'.repeat(before)}${marque}`).toString('base64')
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor(((before + marque.length) * 8) / 6)
    return whole.slice(first, last)
  })
}
