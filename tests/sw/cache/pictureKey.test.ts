import { expect, test } from 'vitest'
import { pictureOf } from '#sw/cache/pictureKey.ts'

const at = (path: string) => pictureOf(new URL(path, 'https://eclats.example'))

test('is equal for both addresses of a media and any signature', () => {
  const picture = { utilisateurId: 12, mediaId: 34, variante: 'thumbnail', isOffline: false }
  expect(at('/api/medias/34/fichier?type=thumbnail&s=12.1750000000.abc')).toEqual(picture)
  expect(at('/api/frontend/participant/medias/34/download?s=12.1760000000.def&type=thumbnail')).toEqual(picture)
})

test('distinguishes the sizes of the server', () => {
  expect(at('/api/medias/34/fichier?type=custom&width=780&s=12.1.a')?.variante).toBe('custom-800')
  expect(at('/api/medias/34/fichier?type=custom&width=100&height=300&s=12.1.a')?.variante).toBe('custom-400')
  expect(at('/api/medias/34/fichier?type=custom&s=12.1.a')?.variante).toBe('custom-1600')
})

test.each([
  ['an original', '/api/medias/34/fichier?s=12.1.a'],
  ['an original by name', '/api/medias/34/fichier?type=original&s=12.1.a'],
  ['an address without signature (viewer unknown)', '/api/medias/34/fichier?type=thumbnail'],
  ['a signature without person', '/api/medias/34/fichier?type=thumbnail&s=x.1.a'],
  ['another call', '/api/frontend/participant/medias/34?type=thumbnail&s=12.1.a'],
  ['a longer path', '/api/medias/34/fichier/x?type=thumbnail&s=12.1.a'],
])('rejects as not cacheable: %s', (_what, path) => {
  expect(at(path)).toBeNull()
})
