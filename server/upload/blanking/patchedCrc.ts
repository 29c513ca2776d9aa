import type { FileHandle } from 'node:fs/promises'
import { crc32 } from '@node-rs/crc32'
import { applyPatches, type Patch } from './patch.ts'

/** Bytes read at once. */
const pieceBytes = 256 * 1024
/** Patches closer than this are read together, in bytes. */
const closeBytes = 32 * 1024
/** Polynomial of CRC-32 (ISO/IEC 3309) in reflected order: bit 31 is the coefficient of x^0. */
const polynomial = 0xedb88320
const one = 0x80000000
/** The value to continue `crc32` with when its register is 0. */
const zeroRegister = 0xffffffff

/** A part of a file that is read as one, with its patches. */
interface Part {
  readonly start: number
  end: number
  readonly patches: Patch[]
}

/**
 * The CRC-32 of a file with its patches applied, from the CRC-32 of the file as it is. Reads only the parts with
 * patches: the CRC of two files of the same length differs by the CRC of their difference, which is zero elsewhere.
 * @param patches in order, see {@link orderPatches}
 */
export async function patchedCrc(
  file: FileHandle,
  { size, crc32: crc, patches }: { size: number; crc32: number; patches: readonly Patch[] },
): Promise<number> {
  let difference = 0
  let at = 0
  for (const part of partsOf(patches)) {
    difference = await withPart(file, withZeros(difference, part.start - at), part)
    at = part.end
  }
  return (crc ^ withZeros(difference, size - at)) >>> 0
}

/** Patches that are close together share a part: reading the bytes between them is faster than another call. */
function partsOf(patches: readonly Patch[]): Part[] {
  const parts: Part[] = []
  for (const patch of patches) {
    const last = parts.at(-1)
    if (last === undefined || patch.start - last.end > closeBytes) {
      parts.push({ start: patch.start, end: patch.end, patches: [patch] })
    } else {
      last.end = patch.end
      last.patches.push(patch)
    }
  }
  return parts
}

/** Continues the register with the difference that the patches of a part make. */
async function withPart(file: FileHandle, register: number, { start, end, patches }: Part): Promise<number> {
  const buffer = Buffer.alloc(Math.min(pieceBytes, end - start))
  let continued = register
  let next = 0
  for (let at = start; at < end;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at)
    if (bytesRead === 0) throw new Error('the file is shorter than its patches')
    const piece = { bytes: buffer.subarray(0, bytesRead), position: at }
    const difference = Buffer.alloc(bytesRead)
    at += bytesRead
    for (; next < patches.length && (patches[next]?.start ?? at) < at; next += 1) {
      const patch = patches[next] as Patch
      addDifference(difference, piece, patch)
      // The next piece begins inside this patch.
      if (patch.end > at) break
    }
    continued = (crc32(difference, (continued ^ zeroRegister) >>> 0) ^ zeroRegister) >>> 0
  }
  return continued
}

/** Sets the bytes of a difference that are in a patch: original XOR replacement. */
function addDifference(difference: Buffer, piece: { bytes: Buffer; position: number }, patch: Patch): void {
  const from = Math.max(patch.start, piece.position)
  const to = Math.min(patch.end, piece.position + piece.bytes.length)
  const at = from - piece.position
  // Zeros replace nearly always, and a byte XOR zero is the byte.
  piece.bytes.copy(difference, at, at, to - piece.position)
  if (patch.hex === undefined) return
  const replaced = applyPatches(Buffer.from(difference.subarray(at, to - piece.position)), from, [patch])
  for (const [index, byte] of replaced.entries()) difference[at + index] = (difference[at + index] ?? 0) ^ byte
}

/** The register after `count` bytes of zeros: multiplied by x^(8 count) modulo the polynomial. */
function withZeros(register: number, count: number): number {
  let product = register
  // x^8, then squared for each binary digit of the count.
  let factor = one >>> 8
  for (let rest = count; rest > 0 && product !== 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) product = multiply(product, factor)
    factor = multiply(factor, factor)
  }
  return product
}

/** The product of two polynomials over GF(2), modulo the polynomial of CRC-32. */
function multiply(first: number, second: number): number {
  let product = 0
  let shifted = second
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((first & bit) !== 0) product ^= shifted
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial
  }
  return product >>> 0
}
