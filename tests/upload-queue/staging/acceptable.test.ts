import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { unreadableSentence, verdictOn } from '#upload-queue/staging/acceptable.ts'

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])

/** A file of any size that nobody has to hold in memory. */
function fileOf(size: number, read: () => Promise<ArrayBuffer>): Blob {
  return { size, slice: () => ({ arrayBuffer: read }) } as unknown as Blob
}

describe('on the phone, before a byte is kept', () => {
  test('104 857 600 bytes are taken, one more is refused with the specified sentence', async () => {
    const head = async () => new Uint8Array(64).fill(0xff).map((_, at) => jpeg[at] ?? 0).buffer
    expect(await verdictOn(fileOf(uploadMaxBytes, head))).toEqual({ type: 'image/jpeg' })
    expect(await verdictOn(fileOf(uploadMaxBytes + 1, head))).toEqual({ sentence: phrases.mediaTropVolumineux })
  })

  test('an empty file is refused', async () => {
    expect(await verdictOn(new Blob([]))).toEqual({ sentence: sentenceOf('upload.vide') })
  })

  test('a name and a type say nothing: the first bytes decide', async () => {
    const liar = new File(['<svg onload="x">'], 'photo.jpg', { type: 'image/jpeg' })
    expect(await verdictOn(liar)).toEqual({ sentence: sentenceOf('upload.type_refuse') })
    const honest = new File([jpeg], 'notes.txt', { type: 'text/plain' })
    expect(await verdictOn(honest)).toEqual({ type: 'image/jpeg' })
  })

  test('a file that cannot be read says so, and is asked for again', async () => {
    const stale = fileOf(10, () => Promise.reject(new DOMException('gone', 'NotReadableError')))
    expect(await verdictOn(stale)).toEqual({ sentence: unreadableSentence })
  })
})
