import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { unreadableFileSentence, verdictOn } from '#upload-queue/staging/acceptable.ts'

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])

/** A file of any size that takes no memory. */
function fileOf(size: number, read: () => Promise<ArrayBuffer>): Blob {
  return { size, slice: () => ({ arrayBuffer: read }) } as unknown as Blob
}

describe('validation before a byte is stored', () => {
  test('accepts 104 857 600 bytes and refuses one more with the specified message', async () => {
    const head = async () => new Uint8Array(64).fill(0xff).map((_, at) => jpeg[at] ?? 0).buffer
    expect(await verdictOn(fileOf(uploadMaxBytes, head))).toEqual({ type: 'image/jpeg' })
    expect(await verdictOn(fileOf(uploadMaxBytes + 1, head))).toEqual({ sentence: phrases.mediaTropVolumineux })
  })

  test('refuses an empty file', async () => {
    expect(await verdictOn(new Blob([]))).toEqual({ sentence: sentenceOf('upload.vide') })
  })

  test('detects the type by the first bytes, not by name or declared type', async () => {
    const liar = new File(['<svg onload="x">'], 'photo.jpg', { type: 'image/jpeg' })
    expect(await verdictOn(liar)).toEqual({ sentence: sentenceOf('upload.type_refuse') })
    const honest = new File([jpeg], 'notes.txt', { type: 'text/plain' })
    expect(await verdictOn(honest)).toEqual({ type: 'image/jpeg' })
  })

  test('asks to pick an unreadable file again', async () => {
    const stale = fileOf(10, () => Promise.reject(new DOMException('gone', 'NotReadableError')))
    expect(await verdictOn(stale)).toEqual({ sentence: unreadableFileSentence })
  })
})
