import { expect, test } from 'vitest'
import {
  formatGallerySignature,
  offlineGallerySignature,
  parseGallerySignature,
  signedPart,
} from '#domain/media/gallerySignature.ts'

const signature = { utilisateurId: 12, expireAt: 1_790_000_000_000, jti: 'session', mac: 'a-b_c' }

test('reads back what it has written', () => {
  expect(formatGallerySignature(signature)).toBe('12.1790000000000.session.a-b_c')
  expect(parseGallerySignature(formatGallerySignature(signature))).toEqual(signature)
  expect(signedPart(signature)).toBe('12.1790000000000.session')
})

test.each(['', '12', '12.', '0.1.a.b', '012.1.a.b', 'x.1.a.b', '12.x.a.b', '-1.1.a.b', '1234567890123456.1.a.b'])(
  'reads no person from %j',
  (text) => expect(parseGallerySignature(text)).toBeNull(),
)

test('contains the id of the person without network, and no person when signed out', () => {
  expect(parseGallerySignature(offlineGallerySignature(12))).toMatchObject({ utilisateurId: 12, expireAt: 0, mac: '' })
  expect(parseGallerySignature(offlineGallerySignature(0))).toBeNull()
})
