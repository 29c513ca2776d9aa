// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
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

test.each([
  [390, 844],
  [820, 1180],
  [1280, 800],
])('covers neither the text nor the buttons of a long sheet on a screen of %i x %i', async (width, height) => {
  await page.viewport(width, height)
  const queue = new ToastQueue()
  await showScreen(
    <>
      <Sheet title="Quitter cet événement" width="42rem" foot={<button type="button">Se déconnecter</button>}>
        {Array.from({ length: 40 }, (_, n) => (
          <p key={n}>Les photos reçues restent dans l'événement.</p>
        ))}
      </Sheet>
      <ToastRegion queue={queue} />
    </>,
  )
  queue.show({ type: 'error', title: 'Erreur de chargement', message: 'Impossible de récupérer vos événements.' })
  await expect.element(close).toBeVisible()
  const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
  const covered = () => {
    const toast = boxOf('[data-part="toast"]')
    return ['dialog h2', '[data-part="sheet-body"]', 'dialog button'].filter((part) => {
      const { left, top, right, bottom } = boxOf(part)
      return toast.bottom > top && toast.top < bottom && toast.right > left && toast.left < right
    })
  }
  // Not before the sheet and the toast have risen to their places.
  await expect.poll(() => document.getAnimations().filter(({ playState }) => playState === 'running')).toEqual([])
  await expect.poll(covered).toEqual([])
  const { left, top, right, bottom } = boxOf('[data-part="toast"]')
  expect([left, top, width - right, height - bottom].filter((space) => space < 0)).toEqual([])
})

test.each([3, 40])('moves no button of a centred sheet of %i lines on a low tablet', async (lines) => {
  await page.viewport(1024, 600)
  const queue = new ToastQueue()
  await showScreen(
    <>
      <Sheet title="Quitter cet événement" foot={<button type="button">Se déconnecter</button>}>
        {Array.from({ length: lines }, (_, n) => (
          <p key={n}>Les photos reçues restent dans l'événement.</p>
        ))}
      </Sheet>
      <ToastRegion queue={queue} />
    </>,
  )
  const button = page.getByRole('button', { name: 'Se déconnecter' })
  await expect.element(button).toBeVisible()
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  const before = button.element().getBoundingClientRect().top
  queue.show({ type: 'error', title: 'Erreur de chargement', message: 'Impossible de récupérer vos événements.' })
  await expect.element(close).toBeVisible()
  expect(button.element().getBoundingClientRect().top).toBeCloseTo(before, 0)
  expect(document.querySelector('[data-part="toast"]')!.getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
  await close.click()
  await expect.element(close).not.toBeInTheDocument()
  expect(button.element().getBoundingClientRect().top).toBeCloseTo(before, 0)
})

/**
 * Collects what screen readers announce: changes inside a live region that was in the page before, and alerts inserted
 * with their text. A status inserted with its text is not announced by all of them.
 */
function listen(): readonly string[] {
  const announced: string[] = []
  const selector = '[role=status], [role=alert]'
  const known = new Set(document.querySelectorAll(selector))
  const observer = new MutationObserver((records) => {
    const changed = new Set(records.map(({ target }) => target.parentElement?.closest(selector) ?? target))
    for (const region of document.querySelectorAll(selector)) {
      const isAnnounced = known.has(region) ? changed.has(region) : region.role === 'alert'
      if (isAnnounced && region.textContent !== '') announced.push(region.textContent)
      known.add(region)
    }
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return announced
}

function PageWithSheet({ queue, act }: { queue: ToastQueue; act: (close: () => void) => void }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <main id="contenu" tabIndex={-1}>
        <button type="button" onClick={() => setOpen(true)}>
          Ouvrir
        </button>
      </main>
      {isOpen && (
        <Sheet title="Supprimer cet événement" onClose={() => setOpen(false)}>
          <button type="button" onClick={() => act(() => setOpen(false))}>
            Supprimer
          </button>
        </Sheet>
      )}
      <ToastRegion queue={queue} />
    </>
  )
}

const remove = page.getByRole('button', { name: 'Supprimer' })

test.each(['error', 'success'] as const)(
  'announces a toast of type %s once when its sheet closes later',
  async (type) => {
    const queue = new ToastQueue()
    await showScreen(<PageWithSheet queue={queue} act={() => queue.show({ type, title: 'Événement' })} />)
    await expect.element(remove).toBeVisible()
    const announced = listen()
    await remove.click()
    await expect.poll(() => announced).toEqual(['Événement'])
    await userEvent.keyboard('{Escape}')
    await expect.element(remove).not.toBeInTheDocument()
    await close.click()
    await expect.element(close).not.toBeInTheDocument()
    expect(announced).toEqual(['Événement'])
  },
)

test.each(['error', 'success'] as const)(
  'announces a toast of type %s once when its sheet closes with it',
  async (type) => {
    const queue = new ToastQueue()
    const act = (closeSheet: () => void) => {
      queue.show({ type, title: 'Événement' })
      closeSheet()
    }
    await showScreen(<PageWithSheet queue={queue} act={act} />)
    await expect.element(remove).toBeVisible()
    const announced = listen()
    await remove.click()
    await expect.poll(() => announced).toEqual(['Événement'])
  },
)

test('announces an error once when a sheet opens after it', async () => {
  const queue = new ToastQueue()
  await showScreen(<PageWithSheet queue={queue} act={() => {}} />)
  await expect.element(remove).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(remove).not.toBeInTheDocument()
  const announced = listen()
  queue.show({ type: 'error', title: 'Événement' })
  await expect.poll(() => announced).toEqual(['Événement'])
  await page.getByRole('button', { name: 'Ouvrir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer la notification' }).click()
  await expect.element(close).not.toBeInTheDocument()
  expect(announced).toEqual(['Événement'])
})
