// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { TabLink, TabLinks } from '#src/ui/tabs/TabLinks.tsx'

/** A row scrolls by whole pixels, and the width of a text has a fraction of one. */
const whole = { ratio: 0.99 }

afterEach(clearScreen)

test('scrolls the row to the selected tab, also when a count that loads later moves it', async () => {
  await showScreen(<Tabs />)
  const selected = page.getByRole('tab', { name: 'Corbeille' })
  await expect.element(selected).toBeInViewport(whole)
  await page.getByRole('button', { name: 'Compter' }).click()
  await expect.element(page.getByText('123\u202F456\u202F789')).toBeInTheDocument()
  await expect.element(selected).toBeInViewport(whole)
})

test.each(['altKey', 'metaKey'])('leaves an arrow key to the browser when it is pressed with %s', async (modifier) => {
  await showScreen(<Tabs />)
  const selected = page.getByRole('tab', { name: 'Corbeille' })
  await expect.element(selected).toBeVisible()
  selected.element().focus()
  const init = { key: 'ArrowLeft', [modifier]: true, bubbles: true, cancelable: true }
  const isLeft = selected.element().dispatchEvent(new KeyboardEvent('keydown', init))
  expect(isLeft).toBe(true)
  await expect.element(selected).toHaveFocus()
})

function Tabs() {
  const [count, setCount] = useState<number>()
  return (
    <div style={{ width: '12rem' }}>
      <TabLinks label="Événement">
        <TabLink to="/">Détails</TabLink>
        <TabLink to="/" count={count}>
          Médias
        </TabLink>
        <TabLink to="/">Invitations</TabLink>
        <TabLink to="/" selected>
          Corbeille
        </TabLink>
      </TabLinks>
      <button type="button" onClick={() => setCount(123_456_789)}>
        Compter
      </button>
    </div>
  )
}
