import { describe, expect, test } from 'vitest'
import { phrases } from '#domain/texte/phrases.ts'
import { isSameFile, isTrimmable, pickOf, trimmedPick } from '#src/features/envoi/pick.ts'

const head = (brand: string) => new TextEncoder().encode(`\0\0\0\u0014ftyp${brand}\0\0\0\0${brand}`)
const source = new File([head('qt  '), 'x'.repeat(1000)], 'IMG_0042.MOV', {
  type: 'video/quicktime',
  lastModified: Date.UTC(2026, 5, 20),
})

describe('isTrimmable', () => {
  test.each([
    ['isom', true],
    ['qt  ', true],
    ['heic', false],
  ])('decides by the first bytes of a file: %s, %s', async (brand, expected) => {
    expect(await isTrimmable(new File([head(brand)], 'a.webm'))).toBe(expected)
  })

  test('is false for a WebM video, and for a file that is gone', async () => {
    expect(await isTrimmable(new File([Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3), 'webm'], 'a.mp4'))).toBe(false)
    const gone = new File([head('isom')], 'a.mp4')
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as unknown as Blob
    expect(await isTrimmable(gone)).toBe(false)
  })
})

describe('trimmedPick', () => {
  const whole = { ...pickOf(source), refus: phrases.mediaTropVolumineux, canTrim: true }
  const trimmed = { source, begin: 3, end: 20 }
  const part = new Blob([head('qt  ')], { type: 'video/quicktime' })

  test('keeps name, type, date and place in the list, and is no longer refused', () => {
    const pick = trimmedPick(whole, part, trimmed)
    const { name, type, lastModified } = pick.file
    expect({ name, type, lastModified }).toEqual({
      name: 'IMG_0042.MOV',
      type: 'video/quicktime',
      lastModified: Date.UTC(2026, 5, 20),
    })
    expect(pick).toMatchObject({ id: whole.id, size: part.size, isVideo: true, refus: null, trimmed })
    expect(pick.canTrim).toBeUndefined()
  })

  test('takes the type of the part when the source has none', () => {
    const untyped = { ...trimmed, source: new File([source], 'IMG_0042.MOV') }
    expect(trimmedPick(whole, part, untyped).file.type).toBe('video/quicktime')
  })

  test('is the same file as its source when that is chosen again', () => {
    const pick = trimmedPick(whole, part, trimmed)
    expect(isSameFile(pick, pickOf(source))).toBe(true)
    expect(isSameFile(pick, pickOf(pick.file))).toBe(false)
  })
})
