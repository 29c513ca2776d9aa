import * as v from 'valibot'
import type { Label } from '#domain/texte/tone.ts'
import { dateIso, id } from '#domain/contract/fields.ts'

/** Roles of section 3 of the specification, in its order. */
export const roles = ['ADMINISTRATEUR', 'ORGANISATEUR', 'PARTICIPANT'] as const
export type Role = (typeof roles)[number]
export const roleSchema = v.picklist(roles)

export const roleLabels: Record<Role, Label> = {
  ADMINISTRATEUR: { label: 'Administrateur', tone: 'gray' },
  ORGANISATEUR: { label: 'Organisateur', tone: 'blue' },
  PARTICIPANT: { label: 'Participant', tone: 'green' },
}

export const utilisateurSchema = v.object({
  id,
  /** Empty for a guest. */
  email: v.string(),
  nom: v.string(),
  prenom: v.string(),
  role: roleSchema,
  statutActif: v.boolean(),
  dateCreation: dateIso,
  /** Whether the person entered an event by a link with a first name alone: no address and no password. */
  invite: v.optional(v.boolean(), false),
})
export type Utilisateur = v.InferOutput<typeof utilisateurSchema>

export const sessionAnswer = v.object({ token: v.string(), nom: v.string(), prenom: v.string() })

/** Data of a person that other people may read: without the e-mail address. */
export const personneSchema = v.object({ id, prenom: v.string(), nom: v.string() })

/** The form in which two e-mail addresses are compared: trimmed, lower case (product 6). */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Home page of a role: after login, and when a page is not allowed (product 2). */
export function homeOf(role: Role): '/organizer' | '/admin-settings' | '/' {
  if (role === 'ORGANISATEUR') return '/organizer'
  return role === 'ADMINISTRATEUR' ? '/admin-settings' : '/'
}
