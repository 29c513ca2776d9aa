// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useState } from 'react'
import { page, userEvent } from 'vitest/browser'
import { queueRuntime } from '#src/pwa/queue/queueRuntime.ts'
import { usePreviews } from '#src/pwa/preview/usePreviews.ts'

let previews: Map<string, PromiseWithResolvers<Blob | null>>
let asked: string[]
const revoked: string[] = []

beforeEach(() => {
  asked = []
  revoked.length = 0
  previews = new Map(['a', 'b', 'c'].map((id) => [id, Promise.withResolvers<Blob | null>()]))
  vi.spyOn(queueRuntime, 'preview').mockImplementation((id) => {
    asked.push(id)
    return previews.get(id)?.promise ?? Promise.resolve(null)
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void revoked.push(address))
})
afterEach(() => {
  clearScreen()
  vi.restoreAllMocks()
})

function Strip() {
  const [ids, setIds] = useState(['a', 'b'])
  const addresses = usePreviews(ids)
  return (
    <>
      <p>{`${addresses.length} previews`}</p>
      <p data-testid="addresses">{addresses.join(' ')}</p>
      <button onClick={() => setIds(['b', 'c'])}>Next</button>
      <button onClick={() => setIds(['a', 'b'])}>Back</button>
    </>
  )
}
const addresses = () => page.getByTestId('addresses').element().textContent.split(' ').filter(Boolean)

test('shows each preview when it is made, keeps those that stay in the list, and revokes the others', async () => {
  await showScreen(<Strip />)
  previews.get('b')?.resolve(new Blob(['b']))
  await expect.element(page.getByText('1 previews')).toBeVisible()
  previews.get('a')?.resolve(new Blob(['a']))
  await expect.element(page.getByText('2 previews')).toBeVisible()
  const [first, second] = addresses()
  await userEvent.click(page.getByRole('button', { name: 'Next' }))
  await expect.element(page.getByText('1 previews')).toBeVisible()
  expect(addresses()).toEqual([second])
  expect(revoked).toEqual([first])
  expect(asked.filter((id) => id === 'b')).toHaveLength(asked.filter((id) => id === 'a').length)
  previews.set('a', Promise.withResolvers())
  await userEvent.click(page.getByRole('button', { name: 'Back' }))
  await expect.poll(() => asked.at(-1)).toBe('a')
  expect(addresses()).toEqual([second])
})

test('asks again for a preview that was not there when the list changes', async () => {
  await showScreen(<Strip />)
  previews.get('b')?.resolve(null)
  await expect.poll(() => asked).toContain('b')
  previews.set('b', Promise.withResolvers())
  previews.get('b')?.resolve(new Blob(['b']))
  await userEvent.click(page.getByRole('button', { name: 'Next' }))
  await expect.element(page.getByText('1 previews')).toBeVisible()
})
