import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { differences, type Values, valuesOf } from './evenementFormValues.ts'

/** Fields merged as a unit: a date is a time in a zone, and the start must be before the end. */
const together = ['dateDebut', 'dateFin', 'fuseau']

export interface Merge {
  /** Fields to copy from the current event into the form. */
  readonly takeOver: Values
  /** Names of fields changed on both sides, to be resolved by the person. */
  readonly conflicts: readonly string[]
}

/**
 * Three-way merge of a form with the current state of its event.
 * @param seen the event the form is based on
 * @param mine the form's values
 * @param current the event as it is now
 */
export function mergeForm(seen: EvenementOrganisateur, mine: Values, current: EvenementOrganisateur): Merge {
  const [before, after] = [valuesOf(seen), valuesOf(current)]
  const changedHere = withTogether(differences(mine, before))
  const changedThere = withTogether(differences(after, before))
  const different = new Set(differences(mine, after))
  const isConflict = (name: string) => changedHere.has(name) && changedThere.has(name) && different.has(name)
  const names = Object.keys(after)
  return {
    takeOver: Object.fromEntries(
      names.filter((name) => changedThere.has(name) && !changedHere.has(name)).map((name) => [name, after[name] ?? '']),
    ),
    conflicts: names.filter(isConflict),
  }
}

function withTogether(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.some((name) => together.includes(name)) ? [...names, ...together] : names)
}
