// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ToastQueue } from '#src/ui/toast/toastQueue.ts'
import { ToastRegion } from '#src/ui/toast/ToastRegion.tsx'

const close = page.getByRole('button', { name: 'Fermer la notification' })

async function showToast() {
  const queue = new ToastQueue()
  await showScreen(
    <>
      <main id="contenu" tabIndex={-1}>
        <button type="button">Enregistrer</button>
      </main>
      <ToastRegion queue={queue} />
    </>,
  )
  queue.show({ type: 'error', title: 'Erreur de chargement' })
  await expect.element(close).toBeVisible()
}

afterEach(clearScreen)

test('gives the focus back when a toast is closed by keyboard', async () => {
  await showToast()
  const save = page.getByRole('button', { name: 'Enregistrer' })
  await userEvent.tab()
  await expect.element(save).toHaveFocus()
  await userEvent.tab()
  await expect.element(close).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(close).not.toBeInTheDocument()
  await expect.element(save).toHaveFocus()
})

test('moves the focus to the page when the element that had it before the toast is gone', async () => {
  await showToast()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(close).toHaveFocus()
  page.getByRole('button', { name: 'Enregistrer' }).element().remove()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('does not move the focus when a toast is closed by a click', async () => {
  await showToast()
  await close.click()
  await expect.element(close).not.toBeInTheDocument()
  expect(document.activeElement).toBe(document.body)
})
