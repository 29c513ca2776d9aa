import * as v from 'valibot'
import { phrases } from '#domain/texte/phrases.ts'
import { passwordMaxLength } from '#domain/utilisateur/motDePasse.ts'

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const namePattern = /^[\p{L}\p{M} '’-]+$/u
const passwordClasses = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])/
const motDePasseMin8 = 'Le mot de passe doit contenir au moins 8 caractères'
const motDePasseMax = `Le mot de passe ne peut pas dépasser ${passwordMaxLength} caractères`

/** An e-mail address (specification, section 5). @param missing sentence for an empty one */
export const emailField = (missing: string) =>
  v.config(
    v.pipe(
      v.string(missing),
      v.trim(),
      v.nonEmpty(missing),
      v.maxLength(254, phrases.loginEmailInvalide),
      v.regex(emailPattern, phrases.loginEmailInvalide),
    ),
    // The pattern takes quadratic time: over a minute on the largest body.
    { abortPipeEarly: true },
  )

const nameField = ({ missing, short, long, letters }: Record<'missing' | 'short' | 'long' | 'letters', string>) =>
  v.pipe(
    v.string(missing),
    // A letter and its accent become one character, and a no-break space a plain one: on a Mac, Option and the space bar
    // type it.
    v.normalize('NFKC'),
    v.trim(),
    v.nonEmpty(missing),
    v.minLength(2, short),
    v.maxLength(100, long),
    v.regex(namePattern, letters),
  )

/** A family name (specification, section 5). @param missing sentence for an empty one */
export const nomField = (missing: string = phrases.nomRequis) =>
  nameField({
    missing,
    short: phrases.nomMin,
    long: 'Le nom ne peut pas dépasser 100 caractères',
    letters: phrases.nomLettres,
  })

/** A first name (specification, section 5). @param missing sentence for an empty one */
export const prenomField = (missing: string = phrases.prenomRequis) =>
  nameField({
    missing,
    short: phrases.prenomMin,
    long: 'Le prénom ne peut pas dépasser 100 caractères',
    letters: phrases.prenomLettres,
  })

/** A current or new password. @param missing sentence for fewer than 6 characters (specification, section 9) */
export const passwordMin6Field = (missing: string) =>
  v.pipe(v.string(missing), v.minLength(6, missing), v.maxLength(passwordMaxLength, motDePasseMax))

/** A password that meets the rules of registration (specification, section 5). */
export const newPasswordField = v.pipe(
  v.string('Le mot de passe est requis'),
  v.nonEmpty('Le mot de passe est requis'),
  v.minLength(8, motDePasseMin8),
  v.maxLength(passwordMaxLength, motDePasseMax),
  v.regex(passwordClasses, phrases.motDePasseClasses),
)
