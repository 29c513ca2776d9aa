import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Smaller bodies fit into one packet: compression saves nothing. */
export const worthCompressing = 1400
const brotli = promisify(brotliCompress)
export const codings = {
  // Quality 6: a tenth of the time of the highest quality, for a tenth more bytes.
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
} as const

/** The best coding that the client accepts. `q=0` excludes a coding. */
export function codingFor(accepted = ''): keyof typeof codings | undefined {
  const named = accepted.split(',').map((part) => part.split(';').map((piece) => piece.trim()))
  const taken = new Set(named.filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight)).map(([name]) => name))
  return (['br', 'gzip'] as const).find((coding) => taken.has(coding))
}
