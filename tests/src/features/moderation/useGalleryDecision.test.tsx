// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useGalleryDecision } from '#src/features/moderation/useGalleryDecision.tsx'
import type { KeptDecision } from '#upload-queue/decisions/decision.ts'
import { decisionRuntime } from '#src/pwa/decisions/decisionRuntime.ts'
import { clearDecisionView, showStored } from '#src/pwa/decisions/decisionView.ts'
import { uneDecision } from '#tests/support/decisions.ts'

let undone: readonly KeptDecision[]
beforeEach(() => {
  undone = []
  for (const command of ['prepare', 'flush'] as const) vi.spyOn(decisionRuntime, command).mockResolvedValue()
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
  const { undo } = useGalleryDecision({ evenementId: 7, utilisateurId: 1 })
  return (
    <>
      {undo}
      <textarea aria-label="Raison" />
    </>
  )
}

/** @returns whether the page took the keys for itself */
function pressUndo(target: Element, key = 'z'): boolean {
  const event = new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true })
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
  expect(page.getByRole('status').elements()).toHaveLength(1)
})
