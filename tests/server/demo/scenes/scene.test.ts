import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawScene, type SceneName } from '#server/demo/scenes/scene.ts'

const names: SceneName[] = [
  'guirlande',
  'bouquet',
  'piste',
  'gateau',
  'paysage',
  'portrait',
  'verres',
  'feu',
  'table',
  'arche',
  'concert',
  'plage',
  'ballons',
  'chateau',
]

test.each(names)('draws %s identically at every start and differently for each variant', async (name) => {
  const [first, second, third] = [0, 1, 2].map((variant) => drawScene({ name, variant, ratio: 1.5 }, 180))
  expect(drawScene({ name, variant: 0, ratio: 1.5 }, 180)).toBe(first)
  expect(new Set([first, second, third]).size).toBe(3)
  expect(first).not.toMatch(/NaN|undefined/)
  const { channels } = await sharp(Buffer.from(first ?? '')).stats()
  // Neither black nor one colour.
  expect(channels.slice(0, 3).some((channel) => channel.mean > 20 && channel.stdev > 10)).toBe(true)
})
