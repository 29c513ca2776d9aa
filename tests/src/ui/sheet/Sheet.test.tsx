// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '#src/ui/button/Button.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'

const onConfirm = vi.fn<() => void>()

/** A button at an edge of the screen that asks for a confirmation. */
function Deletion({ edge, title = 'Effacer la photo' }: { edge: 'top' | 'bottom'; title?: string }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div style={{ position: 'fixed', [edge]: 0, insetInline: 0 }}>
      <Button wide onClick={() => setAsking(true)}>
        Effacer
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          question="Continuer ?"
          confirm="Oui"
          onCancel={() => setAsking(false)}
          onConfirm={onConfirm}
        />
      )}
    </div>
  )
}

const opener = page.getByRole('button', { name: 'Effacer' })
const sheet = page.getByRole('alertdialog', { name: 'Effacer la photo' })

beforeEach(() => page.viewport(390, 844))
afterEach(() => {
  clearScreen()
  onConfirm.mockClear()
})

test('stays open when a double click opens it and its second click hits the backdrop', async () => {
  await showScreen(<Deletion edge="top" />)
  await userEvent.dblClick(opener)
  expect(sheet.query()).not.toBeNull()
  await userEvent.click(document.querySelector('dialog') as HTMLElement, { position: { x: 195, y: -400 }, force: true })
  await expect.poll(() => sheet.query()).toBeNull()
})

test('does not confirm when a double click opens it below the pointer', async () => {
  await showScreen(<Deletion edge="bottom" />)
  await userEvent.dblClick(opener, { position: { x: 300, y: 24 } })
  expect(sheet.query()).not.toBeNull()
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.click(sheet.getByRole('button', { name: 'Oui' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('presses nothing below it when a double click closes it', async () => {
  await showScreen(<Deletion edge="bottom" />)
  await userEvent.click(opener)
  await userEvent.dblClick(sheet.getByRole('button', { name: 'Annuler' }))
  expect(sheet.query()).toBeNull()
  await userEvent.click(opener)
  expect(sheet.query()).not.toBeNull()
})

test('confirms once when its button is clicked twice', async () => {
  await showScreen(<Deletion edge="top" />)
  await userEvent.click(opener)
  await userEvent.dblClick(sheet.getByRole('button', { name: 'Oui' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test.each([
  { title: 'Effacer la photo', width: 390, height: 844, isScrolled: false },
  { title: `Supprimer le compte de ${'W'.repeat(100)} ${'X'.repeat(100)}`, width: 320, height: 568, isScrolled: true },
])('keeps its buttons on a screen of $width pixels, and scrolls a very long title: $isScrolled', async (shown) => {
  const { title, width, height, isScrolled } = shown
  await page.viewport(width, height)
  await showScreen(<Deletion edge="top" title={title} />)
  await userEvent.click(opener)
  const confirm = page.getByRole('button', { name: 'Oui' })
  await expect.poll(() => confirm.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height)
  const head = document.querySelector('dialog h2')?.parentElement
  expect((head?.scrollHeight ?? 0) > (head?.clientHeight ?? 0)).toBe(isScrolled)
  await userEvent.click(confirm)
  expect(onConfirm).toHaveBeenCalledOnce()
})
