// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SearchField } from '#src/ui/field/SearchField.tsx'

afterEach(clearScreen)
const field = page.getByRole('searchbox', { name: 'Rechercher' })
const press = (name: string) => page.getByRole('button', { name }).click()

test('shows the text of the address when it changes from outside', async () => {
  await showScreen(<Search />)
  await expect.element(field).toHaveValue('bal')
  await field.fill('gala')
  await press('Naviguer')
  await expect.element(page.getByText('Adresse : gala')).toBeVisible()
  await press('Vider')
  await expect.element(field).toHaveValue('')
})

test('keeps what is typed while the address shows an earlier text of it', async () => {
  await showScreen(<Search />)
  await field.fill('')
  await userEvent.type(field, 'fête')
  for (const text of ['', 'f', 'fê', 'fêt', 'fête']) {
    await press('Naviguer')
    await expect.element(page.getByText(`Adresse : ${text}`, { exact: true })).toBeVisible()
    await expect.element(field).toHaveValue('fête')
  }
})

/** The address follows the field at each press of "Naviguer", one text at a time. */
function Search() {
  const [q, setQ] = useState('bal')
  const [late, setLate] = useState<readonly string[]>([])
  return (
    <>
      <SearchField label="Rechercher" value={q} onSearch={(text) => setLate((before) => [...before, text])} />
      <p>Adresse : {q}</p>
      <button
        type="button"
        onClick={() => {
          setQ(late[0] ?? q)
          setLate(late.slice(1))
        }}
      >
        Naviguer
      </button>
      <button type="button" onClick={() => setQ('')}>
        Vider
      </button>
    </>
  )
}
