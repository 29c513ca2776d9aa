// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useSearchText } from '#src/ui/field/useSearchText.ts'

let written: string[]
beforeEach(() => {
  written = []
})
afterEach(clearScreen)
const field = page.getByRole('searchbox', { name: 'Rechercher' })
const searched = (text: string) => page.getByText(`Recherche : ${text}`, { exact: true })
const press = (name: string) => page.getByRole('button', { name }).click()

test('searches at each key, and writes the text into the address once, when typing pauses', async () => {
  await showScreen(<Search />)
  await userEvent.type(field, 'gala')
  await expect.element(searched('gala')).toBeVisible()
  expect(written).toEqual([])
  await expect.poll(() => written).toEqual(['gala'])
})

test('keeps what is typed while the address gets an earlier text', async () => {
  await showScreen(<Search />)
  await userEvent.type(field, 'bal')
  await expect.poll(() => written).toEqual(['bal'])
  await userEvent.type(field, 's')
  await press('Naviguer')
  await expect.element(searched('bals')).toBeVisible()
  await expect.poll(() => written).toEqual(['bal', 'bals'])
})

test('searches for the text of the address when it changes from outside', async () => {
  await showScreen(<Search />)
  await userEvent.type(field, 'bal')
  await expect.element(searched('bal')).toBeVisible()
  await press('Retour')
  await expect.element(searched('avant')).toBeVisible()
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
      <button type="button" onClick={() => setQ(written.at(-1) ?? q)}>
        Naviguer
      </button>
      <button type="button" onClick={() => setQ('avant')}>
        Retour
      </button>
    </>
  )
}
