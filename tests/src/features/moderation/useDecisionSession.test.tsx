// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { clearDecisionView, showStored } from '#src/pwa/decisions/decisionView.ts'
import { decisionRuntime } from '#src/pwa/decisions/decisionRuntime.ts'
import { useRefusedDecisions } from '#src/features/moderation/useDecisionSession.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { uneDecision } from '#tests/support/decisions.ts'

afterEach(() => {
  vi.restoreAllMocks()
  toasts.close()
  clearDecisionView()
  clearScreen()
})

function Page() {
  useRefusedDecisions()
  return null
}
const refused = (...messages: readonly string[]) =>
  messages.map((message) =>
    uneDecision({ state: 'refused', refusal: { status: 404, code: 'evenement.introuvable', message } }),
  )

test('says one reason of several refused decisions, and dismisses them with the toast', async () => {
  const dismiss = vi.spyOn(decisionRuntime, 'dismiss').mockResolvedValue()
  const decisions = refused('Événement non trouvé', 'Événement non trouvé')
  showStored(decisions)
  await showScreen(<Page />)
  await expect.poll(() => toasts.shown.get()?.message).toBe('Événement non trouvé')
  toasts.shown.get()?.onDismiss?.()
  await expect.poll(() => dismiss.mock.calls).toEqual([[decisions.map(({ id }) => id)]])
})

test('refers to the desk when the reasons of refused decisions differ', async () => {
  showStored(refused('Média non trouvé', 'Ce média a déjà été validé.'))
  await showScreen(<Page />)
  await expect.poll(() => toasts.shown.get()?.message).toMatch(/^Ouvrez la validation/)
  expect(toasts.shown.get()?.onDismiss).toBeUndefined()
})
