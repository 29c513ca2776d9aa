import * as v from 'valibot'
import { dateIso } from '#domain/contract/fields.ts'
import { motDePasseActuelField } from '#domain/utilisateur/profil.ts'

const codeManquant = 'Indiquez le code de votre application'

/** A code of six digits, or a recovery code; spaces and hyphens are ignored. */
export const codeSecondFacteurField = v.pipe(
  v.string(codeManquant),
  v.transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  v.nonEmpty(codeManquant),
  v.maxLength(40, 'Ce code est trop long'),
)

/** Rules of the form that switches it on. */
export const activationSchema = v.object({ code: codeSecondFacteurField })

/** Rules of the form that switches it off. */
export const desactivationSchema = v.object({
  code: codeSecondFacteurField,
  motDePasseActuel: motDePasseActuelField,
})

/** Since when a login requires a code (null: it does not), and the number of unused recovery codes. */
export const secondFacteurSchema = v.object({ depuis: v.nullable(dateIso), codesRestants: v.number() })
export type SecondFacteur = v.InferOutput<typeof secondFacteurSchema>

/** What an authenticator app needs, as text and as the address that a QR code holds. */
export const enrolementSchema = v.object({ secret: v.string(), adresse: v.string() })
export type Enrolement = v.InferOutput<typeof enrolementSchema>
