/** What the registration checklist shows, in the order of section 5 of the specification. */
export const passwordCriteria = [
  { key: 'longueur8', label: 'Au moins 8 caractères', holds: (text: string) => text.length >= 8 },
  { key: 'longueur12', label: '12 caractères ou plus', holds: (text: string) => text.length >= 12 },
  { key: 'minuscule', label: 'Une minuscule', holds: (text: string) => /[a-z]/.test(text) },
  { key: 'majuscule', label: 'Une majuscule', holds: (text: string) => /[A-Z]/.test(text) },
  { key: 'chiffre', label: 'Un chiffre', holds: (text: string) => /\d/.test(text) },
  { key: 'special', label: 'Un caractère spécial (@$!%*?&)', holds: (text: string) => /[@$!%*?&]/.test(text) },
] as const

const strengthLabels = ['Très faible', 'Très faible', 'Faible', 'Moyen', 'Bon', 'Fort', 'Très fort'] as const

/** Points from 0 to 6, one per criterion met (specification, section 5). */
export function passwordStrength(password: string): number {
  return passwordCriteria.filter((criterion) => criterion.holds(password)).length
}

/** The French word for a score from 0 to 6 (product 8: 0 and 1 share the first word). */
export function passwordStrengthLabel(score: number): (typeof strengthLabels)[number] {
  return strengthLabels[Math.max(0, Math.min(6, Math.trunc(score)))] ?? 'Très faible'
}

/** Maximum length of a password, to limit the cost of hashing (OWASP ASVS 2.1.2). */
export const passwordMaxLength = 128

/** The password rules of registration as one sentence, shown before the first input (specification, section 5). */
export const passwordHint =
  'Au moins 8 caractères, dont une majuscule, une minuscule, un chiffre et un caractère spécial parmi @$!%*?&.'

/** The `passwordrules` attribute: Safari suggests only passwords that registration and reset accept. */
export const passwordRules = {
  inscription: `minlength: 8; maxlength: ${passwordMaxLength}; required: lower; required: upper; required: digit; required: [@$!%*?&];`,
  reinitialisation: `minlength: 6; maxlength: ${passwordMaxLength};`,
} as const

/** Maximum score of a refused password, of any length: "Bon" (product 8). */
export const refusedPasswordStrength = 4

/** Message of the form and the server when a call requires the current password. */
export const motDePasseActuelRequis = 'Indiquez votre mot de passe actuel pour continuer.'
