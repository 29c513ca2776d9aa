import * as v from 'valibot'
import { dateIso } from '#domain/contract/fields.ts'

/** Without look-alikes: no 0 and O, 1, I and L. */
export const repriseAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const repriseLength = 8

/** A code as a person types it: small letters, spaces and a hyphen are accepted. */
export const repriseField = v.pipe(
  v.string(),
  v.maxLength(20),
  v.transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  v.regex(new RegExp(`^[${repriseAlphabet}]{${repriseLength}}$`), 'Ce code compte 8 lettres et chiffres'),
)

/** A code that signs a guest in on another device, once, until `expire`. */
export const repriseSchema = v.object({ code: v.string(), expire: dateIso })
export type Reprise = v.InferOutput<typeof repriseSchema>
