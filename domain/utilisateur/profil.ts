import * as v from 'valibot'
import { phrases } from '#domain/texte/phrases.ts'
import { emailField, newPasswordField, nomField, prenomField } from '#domain/utilisateur/identite.ts'
import { motDePasseActuelRequis, passwordMaxLength } from '#domain/utilisateur/motDePasse.ts'
import { roleSchema, utilisateurSchema } from '#domain/utilisateur/utilisateur.ts'

/** The caller's account: whether its address is confirmed, and a new address pending confirmation (product 6). */
export const profilSchema = v.object({
  ...utilisateurSchema.entries,
  emailConfirme: v.boolean(),
  emailEnAttente: v.nullable(v.string()),
})
export type Profil = v.InferOutput<typeof profilSchema>

const left = v.pipe(
  v.literal(''),
  v.transform(() => undefined),
)

/** The current password, for calls that require it; empty counts as absent. */
export const motDePasseActuelField = v.optional(v.union([left, v.pipe(v.string(), v.maxLength(passwordMaxLength))]))

/** Rules of a form with only the current password. */
export const motDePasseActuelSchema = v.object({
  motDePasseActuel: v.pipe(
    v.string(motDePasseActuelRequis),
    v.nonEmpty(motDePasseActuelRequis),
    v.maxLength(passwordMaxLength),
  ),
})

/** Rules of the profile form (specification, section 5; product 7); an empty password is not changed. */
export const profilUpdateSchema = v.object({
  nom: nomField(phrases.profilChampsRequis),
  prenom: prenomField(phrases.profilChampsRequis),
  email: emailField(phrases.profilChampsRequis),
  newPassword: v.optional(v.union([left, newPasswordField])),
  motDePasseActuel: motDePasseActuelField,
})

/**
 * The body of a profile change. The handler requires a name and an address of an account; a guest may have no name and
 * has no address.
 */
export const profilBodySchema = v.object({
  ...profilUpdateSchema.entries,
  nom: v.optional(v.union([v.literal(''), nomField(phrases.profilChampsRequis)]), ''),
  email: v.optional(v.union([v.literal(''), emailField(phrases.profilChampsRequis)]), ''),
})

/** Fields of an account that an administrator may change; absent ones are not changed. */
export const utilisateurUpdateSchema = v.object({
  nom: v.optional(nomField()),
  prenom: v.optional(prenomField()),
  email: v.optional(emailField(phrases.emailRequis)),
  role: v.optional(roleSchema),
  statutActif: v.optional(v.boolean()),
})
