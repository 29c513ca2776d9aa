import { createStore } from '@tanstack/react-store'
import { ApiError } from './apiError.ts'

/**
 * The id of the deactivated account whose password or passkey was just accepted in this tab; null otherwise. Its photos
 * on this device may be shown to this person, who cannot sign in.
 */
export const disabledAccount = createStore<number | null>(null)

/** Notes the account of a refused login, for the error of a deactivated account only. */
export function noteRefusedLogin(error: unknown): void {
  if (error instanceof ApiError && error.code === 'session.compte_desactive')
    disabledAccount.setState(() => error.utilisateurId ?? null)
}
