import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { differences, type Values, valuesOf } from './evenementFormValues.ts'

/** Each gives the others their meaning: a start is a time in a zone, and lies before the end. */
const together = ['dateDebut', 'dateFin', 'fuseau']

export interface Merge {
  /** Fields to take over from the event as it is now. */
  readonly takeOver: Values
  /** Names of fields that both sides changed, to be chosen between. */
  readonly conflicts: readonly string[]
}

/**
 * Brings a form up to the present state of its event.
 * @param seen the event as it was when the form was filled in
 * @param mine what the form holds now
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
