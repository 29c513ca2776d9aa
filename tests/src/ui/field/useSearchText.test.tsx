// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useSearchText } from '#src/ui/field/useSearchText.ts'

let written: string[]
beforeEach(() => {
  written = []
})
afterEach(() => {
  vi.useRealTimers()
  clearScreen()
})
const press = (name: string) => {
  const button = page.getByRole('button', { name }).element()
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}
const searched = () => document.querySelector('p')?.textContent

/**
 * Shows the field with the focus. From then on the time passes only with `vi.advanceTimersByTime`: a slow machine types
 * slowly. No action of a locator follows, because such an action advances the controlled time while it waits.
 */
async function showField(): Promise<void> {
  await showScreen(<Search />)
  await page.getByRole('searchbox', { name: 'Rechercher' }).click()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

test('searches at each key, and writes the text into the address once, when typing pauses', async () => {
  await showField()
  await userEvent.keyboard('gala')
  await expect.poll(searched).toBe('Recherche : gala')
  vi.advanceTimersByTime(399)
  expect(written).toEqual([])
  vi.advanceTimersByTime(1)
  expect(written).toEqual(['gala'])
})

test('keeps what is typed while the address gets an earlier text', async () => {
  await showField()
  await userEvent.keyboard('bal')
  await expect.poll(searched).toBe('Recherche : bal')
  vi.advanceTimersByTime(400)
  expect(written).toEqual(['bal'])
  await userEvent.keyboard('s')
  await expect.poll(searched).toBe('Recherche : bals')
  press('Naviguer')
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('bal')
  expect(searched()).toBe('Recherche : bals')
  vi.advanceTimersByTime(400)
  expect(written).toEqual(['bal', 'bals'])
})

test('searches for the text of the address when it changes from outside', async () => {
  await showField()
  await userEvent.keyboard('bal')
  await expect.poll(searched).toBe('Recherche : bal')
  press('Retour')
  await expect.poll(searched).toBe('Recherche : avant')
  vi.advanceTimersByTime(400)
  expect(written).toEqual([])
})

/** The address gets the text that was written last at each press of "Naviguer". */
function Search() {
  const [q, setQ] = useState('')
  const [text, search] = useSearchText(q, (next) => void written.push(next))
  return (
    <>
      <input type="search" aria-label="Rechercher" onChange={(event) => search(event.target.value)} />
      <p>Recherche : {text}</p>
      <output>{q}</output>
      <button type="button" onClick={() => setQ(written.at(-1) ?? q)}>
        Naviguer
      </button>
      <button type="button" onClick={() => setQ('avant')}>
        Retour
      </button>
    </>
  )
}
