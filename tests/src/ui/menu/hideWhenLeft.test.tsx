// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Menu, MenuButton } from '#src/ui/menu/Menu.tsx'
import { Panel } from '#src/ui/panel/Panel.tsx'

afterEach(clearScreen)

const inside = <MenuButton>Dedans</MenuButton>
const isOpen = () => document.querySelector(':popover-open') !== null

test.each([
  [
    'menu',
    <Menu key="menu" id="couche" label="Menu">
      {inside}
    </Menu>,
  ],
  [
    'panel',
    <Panel key="panel" id="couche" title="Panneau">
      {inside}
    </Panel>,
  ],
])('closes a %s when the focus moves on, and leaves the focus there', async (_, layer) => {
  await showScreen(
    <>
      <button type="button">Avant</button>
      <button type="button" popoverTarget="couche">
        Ouvrir
      </button>
      {layer}
      <button type="button">Après</button>
    </>,
  )
  const [opener, before] = [page.getByRole('button', { name: 'Ouvrir' }), page.getByRole('button', { name: 'Avant' })]
  const [within, after] = [page.getByRole('button', { name: 'Dedans' }), page.getByRole('button', { name: 'Après' })]
  await opener.click()
  await expect.element(within).toBeVisible()
  opener.element().focus()
  within.element().focus()
  expect(isOpen()).toBe(true)
  after.element().focus()
  expect([isOpen(), document.activeElement]).toEqual([false, after.element()])
  opener.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(within).toBeVisible()
  opener.element().focus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect([isOpen(), document.activeElement]).toEqual([false, before.element()])
})
