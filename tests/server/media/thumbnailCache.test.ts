import { expect, test } from 'vitest'
import { ThumbnailCache } from '#server/media/thumbnailCache.ts'

test('evicts the thumbnails that were used longest ago when the memory is full', () => {
  const cache = new ThumbnailCache(30)
  for (const name of ['a', 'b', 'c']) cache.set(name, Buffer.alloc(10, name))
  cache.get('a')
  cache.set('d', Buffer.alloc(10, 'd'))
  expect(cache.get('b')).toBeUndefined()
  expect(['a', 'c', 'd'].map((name) => cache.get(name)?.toString())).toEqual(
    ['a', 'c', 'd'].map((name) => name.repeat(10)),
  )
})

test('keeps no thumbnail that is larger than the whole memory', () => {
  const cache = new ThumbnailCache(30)
  cache.set('large', Buffer.alloc(31))
  expect(cache.get('large')).toBeUndefined()
})

test('counts a thumbnail once when two requests read it at the same time', () => {
  const cache = new ThumbnailCache(30)
  for (let time = 0; time < 3; time += 1) cache.set('a', Buffer.alloc(10))
  for (const name of ['b', 'c']) cache.set(name, Buffer.alloc(10))
  expect(cache.get('a')).toHaveLength(10)
})
