import * as v from 'valibot'
import type { Label } from '#domain/texte/tone.ts'
import { dateIso, id } from '#domain/contract/fields.ts'

/** The text now in force (specification, section 9). */
export const versionRGPD = '1.0'

/** Validity of a consent in months, by the server's clock (product 29). */
export const consentementMonths = 12

export const statutsConsentement = ['ACTIF', 'EXPIRE', 'REVOQUE'] as const
export type StatutConsentement = (typeof statutsConsentement)[number]
export const statutConsentementSchema = v.picklist(statutsConsentement)
export const statutConsentementLabels: Record<StatutConsentement, Label> = {
  ACTIF: { label: 'Actif', tone: 'green' },
  EXPIRE: { label: 'Expiré', tone: 'amber' },
  REVOQUE: { label: 'Révoqué', tone: 'gray' },
}

export const consentementSchema = v.object({
  id,
  consentementDonne: v.boolean(),
  versionRGPD: v.string(),
  dateConsentement: dateIso,
  dateExpiration: dateIso,
  statut: statutConsentementSchema,
  utilisateurId: id,
})
export type Consentement = v.InferOutput<typeof consentementSchema>

/** An earlier answer, in the person's own history. */
export const reponseConsentementSchema = v.object({ ...consentementSchema.entries, revoqueLe: v.nullable(dateIso) })
export type ReponseConsentement = v.InferOutput<typeof reponseConsentementSchema>

/** Valid only if ACTIF and of the current version (specification, section 4). */
export function isConsentementValide(
  consentement: Pick<Consentement, 'statut' | 'versionRGPD'> | null | undefined,
): boolean {
  return consentement?.statut === 'ACTIF' && consentement.versionRGPD === versionRGPD
}
