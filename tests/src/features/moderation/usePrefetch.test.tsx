// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { noteAnswer, noteSilence, useReachable } from '#src/api/reachability.ts'
import { usePrefetch } from '#src/features/moderation/usePrefetch.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'

afterEach(() => {
  clearScreen()
  vi.restoreAllMocks()
  noteAnswer()
})

const upcoming = [1, 2, 3].map((id) => ({ media: unMediaVu(id), statut: 'EN_ATTENTE' as const }))

function Desk() {
  usePrefetch(upcoming, 'signed')
  return <output>{useReachable() ? 'reached' : 'silent'}</output>
}

test('fetches a photo again that failed without network, and those after it, when the host is reached', async () => {
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue({} as ServiceWorker)
  const asked: number[] = []
  let isDown = true
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const id = Number(/medias\/(\d+)/.exec(new Request(input).url)?.[1])
    asked.push(id)
    if (id === 2 && isDown) throw new TypeError('no network')
    return new Response('picture')
  })
  await showScreen(<Desk />)
  await expect.poll(() => asked).toEqual([1, 2])
  noteSilence()
  await expect.element(page.getByText('silent')).toBeVisible()
  isDown = false
  noteAnswer()
  await expect.poll(() => asked).toEqual([1, 2, 2, 3])
})
