// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Desk } from '#src/features/moderation/Desk.tsx'
import { useDesk } from '#src/features/moderation/useDesk.ts'
import { clearDecisionView, readDecisionView, showStored } from '#src/pwa/decisions/decisionView.ts'
import { formatTime } from '#src/ui/text/dates.ts'
import { DecisionConnection } from '#upload-queue/decisions/decisionDatabase.ts'
import { DecisionStore } from '#upload-queue/decisions/decisionStore.ts'
import { uneDecision } from '#tests/support/decisions.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'

const [utilisateurId, evenementId] = [811, 7]

afterEach(async () => {
  clearScreen()
  vi.restoreAllMocks()
  await new DecisionStore(new DecisionConnection()).erase(utilisateurId)
  clearDecisionView()
})

function Screen({ count = 3, vue = 'photo' }: { count?: number; vue?: 'photo' | 'grille' }) {
  const [pending, setPending] = useState([1, 2, 3, 4].slice(0, count).map((id) => unMediaVu(id)))
  const desk = useDesk(pending, { evenementId, utilisateurId })
  const elsewhere = pending.map(({ id }) => (
    <button key={id} type="button" onClick={() => setPending(pending.filter((media) => media.id !== id))}>
      Décider ailleurs {id}
    </button>
  ))
  return <Desk {...{ evenementId, desk, vue }} isEmpty={desk.current === undefined} demandes={0} head={elsewhere} />
}

const current = () => document.querySelector<HTMLElement>('[data-media][aria-current]')?.dataset['media']
const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
const decided = () => readDecisionView().kept.map(({ mediaId }) => mediaId)

test('takes no key for the photo that has just replaced one decided elsewhere', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  await showScreen(<Screen />)
  await expect.poll(current).toBe('1')
  await page.getByRole('button', { name: 'Décider ailleurs 1' }).click()
  await expect.poll(current).toBe('2')
  for (const key of ['v', 'f', 'r', 'Delete']) press(key)
  expect([decided(), document.querySelector('dialog[open]')]).toEqual([[], null])
  now.mockReturnValue(1_000_400)
  press('v')
  await expect.poll(decided).toEqual([2])
})

test('keeps the photo on screen when one before it is decided elsewhere', async () => {
  await showScreen(<Screen count={4} />)
  await expect.poll(current).toBe('1')
  press('ArrowRight')
  await expect.poll(current).toBe('2')
  await page.getByRole('button', { name: 'Décider ailleurs 2' }).click()
  await expect.poll(current).toBe('3')
  await page.getByRole('button', { name: 'Décider ailleurs 1' }).click()
  await expect.poll(() => document.querySelector('[data-media="1"]')).toBe(null)
  expect(current()).toBe('3')
})

test('takes keys one after the other for the photos that follow an own decision', async () => {
  await showScreen(<Screen />)
  await expect.poll(current).toBe('1')
  press('v')
  await expect.poll(current).toBe('2')
  press('v')
  await expect.poll(decided).toEqual([1, 2])
})

test('takes Tab for the panels beside a photo', async () => {
  await showScreen(<Screen />)
  await expect.poll(current).toBe('1')
  expect(press('Tab')).toBe(false)
})

test.each([
  { state: 'in the grid', vue: 'grille', count: 2, shown: 'Ne rien choisir' },
  { state: 'when no media is left', vue: 'photo', count: 0, shown: 'Rien à valider pour le moment' },
] as const)('leaves Tab to the browser $state', async ({ vue, count, shown }) => {
  await showScreen(<Screen {...{ vue, count }} />)
  await expect.element(page.getByText(shown)).toBeInTheDocument()
  // The keys are listened to.
  await expect.poll(() => press('ArrowRight')).toBe(false)
  expect(press('Tab')).toBe(true)
})

test('gives the focus to the page when a decision is undone by its button', async () => {
  await showScreen(<Screen />)
  await expect.poll(current).toBe('1')
  press('v')
  const undo = page.getByRole('button', { name: /^Annuler/ })
  await expect.element(undo).toBeVisible()
  undo.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(undo).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

const named = `Photo de Zoé Lambert, ${formatTime(unMediaVu(1).datePrise, undefined)}`
/** What screen readers announce: the texts of the live regions. */
const announced = () =>
  page
    .getByRole('status')
    .elements()
    .map(({ textContent }) => textContent.replaceAll('\u00A0', ' '))

test('announces the photo that an arrow key shows, once it stays', async () => {
  await showScreen(<Screen />)
  await expect.poll(current).toBe('1')
  press('ArrowRight')
  await expect.poll(current).toBe('2')
  press('ArrowRight')
  await expect.poll(announced).toContain(`${named}, 3 sur 3`)
})

test('announces the statut of a decided photo that an arrow key shows', async () => {
  showStored([uneDecision({ mediaId: 2, evenementId })])
  await showScreen(<Screen />)
  await expect.poll(current).toBe('1')
  press('ArrowRight')
  await expect.poll(announced).toContain(`${named}, validée, 2 sur 3`)
})

test('announces a favourite that a key marks, and its removal', async () => {
  await showScreen(<Screen />)
  await expect.poll(current).toBe('1')
  press('f')
  await expect.poll(announced).toContain(`${named}, mise en favori`)
  await expect
    .element(page.getByRole('button', { name: 'Favori', exact: true }))
    .toHaveAttribute('aria-pressed', 'true')
  press('f')
  await expect.poll(announced).toContain(`${named}, retirée des favoris`)
})

test('announces that a decision is undone', async () => {
  await showScreen(<Screen />)
  await expect.poll(current).toBe('1')
  press('v')
  await expect.element(page.getByRole('button', { name: /^Annuler/ })).toBeVisible()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
  await expect.poll(announced).toContain('Décision annulée')
})
