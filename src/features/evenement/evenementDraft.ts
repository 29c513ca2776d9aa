import * as v from 'valibot'
import { type EvenementOrganisateur, evenementOrganisateurSchema } from '#domain/evenement/evenement.ts'
import { readDraft, writeDraft } from '#src/api/draftStore.ts'
import { differences, type Values, valuesOf } from './evenementFormValues.ts'

export interface Draft {
  readonly values: Values
  readonly seen: EvenementOrganisateur | undefined
}

const draftSchema = v.object({
  values: v.record(v.string(), v.string()),
  seen: v.optional(evenementOrganisateurSchema),
})

/** The draft for an event, or for a new one; null when there is none. */
export function readEvenementDraft(evenement: EvenementOrganisateur | undefined): Draft | null {
  const result = v.safeParse(draftSchema, readDraft(nameOf(evenement)))
  if (!result.success || (evenement !== undefined && result.output.seen === undefined)) return null
  return { values: result.output.values, seen: result.output.seen }
}

/** Stores the form's values while they differ from the initial ones. */
export function keepDraft(evenement: EvenementOrganisateur | undefined, { values, seen }: Draft): void {
  const isTouched = differences(values, valuesOf(seen)).length > 0
  writeDraft(nameOf(evenement), isTouched ? { values, seen } : null)
}

export function dropDraft(evenement: EvenementOrganisateur | undefined): void {
  writeDraft(nameOf(evenement), null)
}

function nameOf(evenement: EvenementOrganisateur | undefined): string {
  return `evenement.${evenement?.id ?? 'nouveau'}`
}
