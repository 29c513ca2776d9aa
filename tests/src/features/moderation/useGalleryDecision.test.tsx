// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useGalleryDecision } from '#src/features/moderation/useGalleryDecision.tsx'
import type { KeptDecision } from '#upload-queue/decisions/decision.ts'
import { decisionRuntime } from '#src/pwa/decisions/decisionRuntime.ts'
import { clearDecisionView, showStored } from '#src/pwa/decisions/decisionView.ts'
import { uneDecision } from '#tests/support/decisions.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'

let undone: readonly KeptDecision[]
beforeEach(() => {
  undone = []
  for (const command of ['add', 'prepare', 'flush'] as const) vi.spyOn(decisionRuntime, command).mockResolvedValue()
  vi.spyOn(decisionRuntime, 'takeBack').mockImplementation(async (decisions) => {
    undone = decisions
  })
})
afterEach(() => {
  clearScreen()
  clearDecisionView()
  vi.restoreAllMocks()
})

function Gallery() {
  const { undo, bar } = useGalleryDecision({ evenementId: 7, utilisateurId: 1 })
  return (
    <>
      {undo}
      {bar(unMediaVu(3), () => undefined)}
      <textarea aria-label="Raison" />
    </>
  )
}

const keyInit = { bubbles: true, cancelable: true }

/** @returns whether the page took the keys for itself */
function pressUndo(target: Element, key = 'z'): boolean {
  const event = new KeyboardEvent('keydown', { key, ctrlKey: true, ...keyInit })
  target.dispatchEvent(event)
  return event.defaultPrevented
}

test('undoes the last decision by Ctrl+Z, with Caps Lock too, but not while a reason is typed', async () => {
  showStored([uneDecision({ mediaId: 3, heldUntil: 1 })])
  await showScreen(<Gallery />)
  await expect.element(page.getByRole('button', { name: /Annuler/ })).toBeVisible()
  // At once: the first press hides the decision, and with it the keys.
  const press = () => [pressUndo(document.body, 'Z'), pressUndo(page.getByLabelText('Raison').element())]
  await expect.poll(press).toEqual([true, false])
  await expect.poll(() => undone).toMatchObject([{ mediaId: 3 }])
})

test('says a decision in one live region, without another one around it', async () => {
  showStored([uneDecision({ mediaId: 3, heldUntil: 1 })])
  await showScreen(<Gallery />)
  await expect.element(page.getByRole('button', { name: /Annuler/ })).toBeVisible()
  expect(document.querySelector('[role=status] [role=status]')).toBeNull()
  expect(
    page
      .getByRole('status')
      .elements()
      .filter(({ textContent }) => textContent !== ''),
  ).toHaveLength(1)
})

test('announces a favourite that a key marks, and that a decision is undone', async () => {
  showStored([uneDecision({ mediaId: 3, heldUntil: 1 })])
  await showScreen(<Gallery />)
  await expect.element(page.getByRole('button', { name: /Annuler/ })).toBeVisible()
  const takesF = () => !document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ...keyInit }))
  await expect.poll(takesF).toBe(true)
  const announced = () => page.getByRole('status').last().element().textContent
  await expect.poll(announced).toMatch(/, mise en favori$/)
  pressUndo(document.body)
  await expect.poll(announced).toBe('Décision annulée')
})
