// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { signIn, signOut } from '#src/api/session.ts'
import { EvenementForm } from '#src/features/evenement/EvenementForm.tsx'
import { unToken } from '../../token.ts'
import { unEvenementOrganisateur } from './unEvenementOrganisateur.ts'

/** The event that the form of {@link change} edits. */
export const seen = unEvenementOrganisateur()
let closings = 0

/** Signs an organiser in; call before each test. */
export function beginEventForm(): void {
  closings = 0
  signIn({ token: unToken({ role: 'ORGANISATEUR' }), nom: 'Delmas', prenom: 'Claire' }, false)
}

/** Call after each test. */
export function endEventForm(): void {
  vi.restoreAllMocks()
  clearScreen()
  sessionStorage.clear()
  signOut('logout')
}

function show(evenement: typeof seen | undefined) {
  return showScreen(<EvenementForm inAddress evenement={evenement} onClose={() => (closings += 1)} />)
}

/** Shows the form of a new event. */
export const create = () => show(undefined)
/** Shows the form of an existing event. */
export const change = () => show(seen)
export const save = () => page.getByRole('button', { name: 'Enregistrer' }).click()
export const field = (name: string) => page.getByLabelText(name, { exact: true })
/** How many times the form has closed in this test. */
export const closed = () => closings
