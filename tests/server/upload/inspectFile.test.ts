import { expect, test } from 'vitest'
import type { ImageService } from '#server/images/imageService.ts'
import { inspectFile } from '#server/upload/inspectFile.ts'

test('examines the files of people in turns, so that those of one do not delay all others', async () => {
  const order: string[] = []
  const images: ImageService = {
    inspect: ({ path }) => {
      order.push(path)
      return Promise.resolve({ largeur: 4, hauteur: 3, patches: [] })
    },
    makeVariants: () => Promise.reject(new Error('not called')),
    processes: 1,
    close: () => Promise.resolve(),
  }
  const examine = (auteurId: number, path: string) =>
    inspectFile(images, { auteurId, path, head: Buffer.alloc(0), type: 'image/jpeg' })
  const many = ['one', 'two', 'three'].map((path) => examine(1, path))
  await Promise.all([...many, examine(2, 'of another')])
  expect(order).toEqual(['one', 'two', 'of another', 'three'])
})
