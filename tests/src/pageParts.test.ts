import { afterEach, expect, test, vi } from 'vitest'
import { requestParts } from '#src/pageParts.ts'

afterEach(() => {
  vi.restoreAllMocks()
  for (const one of document.querySelectorAll('#root, #parts, link[rel=prefetch]')) one.remove()
})

function pageWithParts(): void {
  document.head.insertAdjacentHTML(
    'beforeend',
    '<template id="parts"><link rel="prefetch" href="/start.js"></template>',
  )
}

const requested = () => document.head.querySelectorAll('link[rel=prefetch]').length

test('requests the parts of a page after its first paint', async () => {
  pageWithParts()
  const frames: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(run))
  const done = requestParts()
  expect(frames).toHaveLength(1)
  frames[0]?.(0)
  // The frame is painted when its callbacks have run.
  expect(requested()).toBe(0)
  await done
  expect(requested()).toBe(1)
})

test('waits for the frame with a first picture that has arrived', async () => {
  pageWithParts()
  document.body.insertAdjacentHTML('beforeend', '<div id="root"><img fetchpriority="high" src="" alt="" /></div>')
  const picture = document.querySelector<HTMLImageElement>('#root img')
  if (picture === null) throw new Error('the page has no picture')
  vi.spyOn(picture, 'complete', 'get').mockReturnValue(true)
  const decoded = Promise.withResolvers<void>()
  const decode = vi.spyOn(picture, 'decode').mockReturnValue(decoded.promise)
  const frames = vi.spyOn(window, 'requestAnimationFrame')
  const done = requestParts()
  await expect.poll(() => decode).toHaveBeenCalled()
  expect(requested()).toBe(0)
  decoded.resolve()
  await done
  expect(requested()).toBe(1)
  expect(frames).toHaveBeenCalledTimes(2)
})

test('requests the parts of a hidden page at once, because it is not painted', async () => {
  pageWithParts()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const frame = vi.spyOn(window, 'requestAnimationFrame')
  await requestParts()
  expect(requested()).toBe(1)
  expect(frame).not.toHaveBeenCalled()
})

test('waits for nothing on a page that requests its parts itself', async () => {
  const frame = vi.spyOn(window, 'requestAnimationFrame')
  await requestParts()
  expect(frame).not.toHaveBeenCalled()
})
