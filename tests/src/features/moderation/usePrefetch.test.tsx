// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { noteAnswer, noteNoAnswer, useReachable } from '#src/api/reachability.ts'
import { usePrefetch } from '#src/features/moderation/usePrefetch.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'

afterEach(() => {
  clearScreen()
  vi.restoreAllMocks()
  noteAnswer()
})

const upcoming = [1, 2, 3].map((id) => ({ media: unMediaVu(id), statut: 'EN_ATTENTE' as const }))

function Desk() {
  const [at, setAt] = useState(0)
  usePrefetch(upcoming.slice(at), 'signed')
  return (
    <>
      <output>{useReachable() ? 'reached' : 'silent'}</output>
      <button onClick={() => setAt(at + 1)}>next</button>
    </>
  )
}

/** Answers the requests for pictures. @returns the ids of the requests */
function answerWith(answer: (id: number, init?: RequestInit) => Response | Promise<Response>): number[] {
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue({} as ServiceWorker)
  const asked: number[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const id = Number(/medias\/(\d+)/.exec(new Request(input).url)?.[1])
    asked.push(id)
    return answer(id, init)
  })
  return asked
}

test('fetches a photo again that failed without network, and those after it, when the host is reached', async () => {
  let isDown = true
  const asked = answerWith((id) => {
    if (id === 2 && isDown) throw new TypeError('no network')
    return new Response('picture')
  })
  await showScreen(<Desk />)
  await expect.poll(() => asked).toEqual([1, 2])
  noteNoAnswer()
  await expect.element(page.getByText('silent')).toBeVisible()
  isDown = false
  noteAnswer()
  await expect.poll(() => asked).toEqual([1, 2, 2, 3])
})

test('fetches a photo again that never came, when the next photo is shown', async () => {
  const limits: AbortController[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController()
    limits.push(limit)
    return limit.signal
  })
  let isSilent = true
  const asked = answerWith((id, init) => {
    if (id !== 2 || !isSilent) return new Response('picture')
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('no answer', 'TimeoutError')))
    })
  })
  await showScreen(<Desk />)
  await expect.poll(() => asked).toEqual([1, 2])
  isSilent = false
  limits.at(-1)?.abort()
  await page.getByRole('button', { name: 'next' }).click()
  await expect.poll(() => asked).toEqual([1, 2, 2, 3])
})

test('fetches a photo again that a busy server refused, and never a deleted one', async () => {
  let isBusy = true
  const asked = answerWith((id) => {
    if (id === 1) return new Response(null, { status: 404 })
    return new Response(null, { status: id === 2 && isBusy ? 503 : 200 })
  })
  await showScreen(<Desk />)
  await expect.poll(() => asked).toEqual([1, 2])
  isBusy = false
  await page.getByRole('button', { name: 'next' }).click()
  await expect.poll(() => asked).toEqual([1, 2, 2, 3])
})
