import * as v from 'valibot'
import { phrases } from '#domain/texte/phrases.ts'
import { preuveCleSchema } from '#domain/utilisateur/cleAcces.ts'
import { emailField, newPasswordField, nomField, passwordMin6Field, prenomField } from '#domain/utilisateur/identite.ts'
import { codeSecondFacteurField } from '#domain/utilisateur/secondFacteur.ts'

/** Rules of the login form (specification, section 5); with a code or a passkey when the account requires one. */
export const loginSchema = v.object({
  email: emailField(phrases.loginEmailInvalide),
  password: passwordMin6Field(phrases.loginMotDePasseMin),
  code: v.optional(codeSecondFacteurField),
  cleAcces: v.optional(preuveCleSchema),
  seSouvenir: v.optional(v.boolean(), false),
})

/** Rules of the registration form (specification, section 5); `role` is optional (product 3). */
export const registerSchema = v.object({
  nom: nomField(),
  prenom: prenomField(),
  email: emailField(phrases.emailRequis),
  password: newPasswordField,
  role: v.optional(v.picklist(['PARTICIPANT', 'ORGANISATEUR']), 'PARTICIPANT'),
})

/** An e-mail address, in the invitation and forgotten password forms. */
export const emailSchema = emailField(phrases.emailRequis)

/** Rules of the new password form, opened by a mailed link (specification, section 5). */
export const resetPasswordSchema = v.object({
  token: v.pipe(
    v.string(phrases.lienManquantEnvoi),
    v.nonEmpty(phrases.lienManquantEnvoi),
    v.maxLength(100, phrases.resetErreur),
  ),
  newPassword: passwordMin6Field(phrases.resetMotDePasseMin),
})
