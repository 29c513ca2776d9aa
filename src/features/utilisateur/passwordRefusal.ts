import { codeOf } from '#src/api/apiError.ts'

/** Whether the server refuses the new password itself: too common, or known from a leak. */
export function isPasswordRefusal(error: unknown): boolean {
  return ['utilisateur.mot_de_passe_courant', 'utilisateur.mot_de_passe_divulgue'].includes(codeOf(error))
}
