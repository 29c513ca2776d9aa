// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { decisionRuntime } from '#src/pwa/decisions/decisionRuntime.ts'
import { RefusedDecisions } from '#src/features/moderation/RefusedDecisions.tsx'
import { uneDecision } from '#tests/support/decisions.ts'

afterEach(() => {
  vi.restoreAllMocks()
  clearScreen()
})

const refused = (n: number) =>
  Array.from({ length: n }, () =>
    uneDecision({ state: 'refused', refusal: { status: 404, code: 'media.introuvable', message: 'Média supprimé.' } }),
  )

test('shows two refused decisions with their reason, and one more as a count in the singular', async () => {
  await showScreen(<RefusedDecisions refused={refused(3)} />)
  await expect
    .poll(() => page.getByText(/Média supprimé\. Votre décision n'a rien changé\./).elements())
    .toHaveLength(2)
  await expect.element(page.getByText(/^1.autre décision n'a rien changé non plus\.$/)).toBeVisible()
})

test('shows the count of the other refused decisions in the plural when there are several', async () => {
  await showScreen(<RefusedDecisions refused={refused(4)} />)
  await expect.element(page.getByText(/^2.autres décisions n'ont rien changé non plus\.$/)).toBeVisible()
})

test('ends the reason of the server with a full stop when it has none', async () => {
  const refusal = { status: 404, code: 'media.introuvable', message: 'Média non trouvé' }
  await showScreen(<RefusedDecisions refused={[uneDecision({ state: 'refused', refusal })]} />)
  await expect.element(page.getByText(/Média non trouvé\. Votre décision n'a rien changé\./)).toBeVisible()
})

test('moves the focus to the next refused decision, then to the heading, when one is read', async () => {
  await showScreen(<Desk />)
  const buttons = page.getByRole('button', { name: "J'ai lu" })
  await buttons.first().click()
  await expect.poll(() => buttons.elements()).toHaveLength(1)
  await expect.element(buttons).toHaveFocus()
  await buttons.click()
  await expect.element(page.getByRole('heading', { name: 'Validation' })).toHaveFocus()
})

function Desk() {
  const [decisions, setDecisions] = useState(() => refused(2))
  vi.spyOn(decisionRuntime, 'dismiss').mockImplementation(async (ids) =>
    setDecisions(decisions.filter(({ id }) => !ids.includes(id))),
  )
  return (
    <section>
      <h1>Validation</h1>
      <RefusedDecisions refused={decisions} />
    </section>
  )
}
