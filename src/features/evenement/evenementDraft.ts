import * as v from 'valibot'
import { type EvenementOrganisateur, evenementOrganisateurSchema } from '#domain/evenement/evenement.ts'
import { readDraft, writeDraft } from '#src/api/draftStore.ts'
import { differences, type Values, valuesOf } from './evenementFormValues.ts'

export interface Draft {
  readonly values: Values
  readonly seen: EvenementOrganisateur | undefined
  /** Key of the creation of a new event: after a lost answer the same event is created once. */
  readonly cle: string
}

const draftSchema = v.object({
  values: v.record(v.string(), v.string()),
  seen: v.optional(evenementOrganisateurSchema),
  // A draft of an older page has none.
  cle: v.optional(v.pipe(v.string(), v.uuid()), () => crypto.randomUUID()),
})

/** The draft for an event, or for a new one; null when there is none. */
export function readEvenementDraft(evenement: EvenementOrganisateur | undefined): Draft | null {
  const result = v.safeParse(draftSchema, readDraft(nameOf(evenement)))
  if (!result.success || (evenement !== undefined && result.output.seen === undefined)) return null
  const { values, seen, cle } = result.output
  return { values, seen, cle }
}

/** Stores the form's values while they differ from the initial ones. */
export function keepDraft(evenement: EvenementOrganisateur | undefined, draft: Draft): void {
  const isTouched = differences(draft.values, valuesOf(draft.seen)).length > 0
  writeDraft(nameOf(evenement), isTouched ? draft : null)
}

/** Forgets what was typed for an event, or for the new one. */
export function dropDraft(evenement: EvenementOrganisateur | undefined): void {
  writeDraft(nameOf(evenement), null)
}

function nameOf(evenement: EvenementOrganisateur | undefined): string {
  return `evenement.${evenement?.id ?? 'nouveau'}`
}
