// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Cover } from '#src/features/evenement/Cover.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

/** The addresses of the pictures that could not be loaded, in order. */
let failed: string[]
const note = ({ target }: Event) => {
  if (target instanceof HTMLImageElement) failed.push(new URL(target.src).pathname)
}

beforeEach(() => {
  failed = []
  document.addEventListener('error', note, { capture: true })
  const expire = new Date(Date.now() + 300_000).toISOString()
  fakeApi({ 'GET /evenements/7/signature': () => Response.json({ signature: 'perdue', expire }) })
})
afterEach(() => {
  document.removeEventListener('error', note, { capture: true })
  endFakeApi()
})

const picture = (mediaId: number) => `/api/medias/${mediaId}/fichier`
const isHidden = () => document.querySelector('[data-part="cover"] img') === null

test('loads a new cover when the one before could not be loaded', async () => {
  await showScreen(<ChangingCover />)
  await expect.poll(() => failed).toEqual([picture(1)])
  await expect.poll(isHidden).toBe(true)
  await page.getByRole('button', { name: 'Changer' }).click()
  await expect.poll(() => failed).toEqual([picture(1), picture(2)])
})

test('loads a failed cover again once when the network is back', async () => {
  // Online at first: offline, the address has a placeholder until the signature is known.
  await showScreen(<ChangingCover />)
  await expect.poll(() => failed).toEqual([picture(1)])
  await expect.poll(isHidden).toBe(true)
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  // The worker may have stored it.
  await expect.poll(() => failed).toEqual([picture(1), picture(1)])
  await expect.poll(isHidden).toBe(true)
  isOnline.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.poll(() => failed).toEqual([picture(1), picture(1), picture(1)])
  await expect.poll(isHidden).toBe(true)
})

function ChangingCover() {
  const [couvertureMediaId, change] = useState(1)
  return (
    <>
      <Cover evenement={{ id: 7, couvertureMediaId }} width={200} />
      <button type="button" onClick={() => change(2)}>
        Changer
      </button>
    </>
  )
}
