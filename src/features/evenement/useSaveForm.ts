import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type InferOutput, safeParse } from 'valibot'
import { evenementEndpoints } from '#domain/evenement/evenement.endpoints.ts'
import {
  type EvenementOrganisateur,
  evenementOrganisateurSchema,
  evenementUpdateSchema,
} from '#domain/evenement/evenement.ts'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { call, callRaw } from '#src/api/client.ts'
import { type Entry, parseEntries, validEntries } from '#src/api/entries.ts'
import { useSaveEvenement } from './evenement.mutations.ts'
import { evenementsOrganisateurQuery } from './evenement.queries.ts'
import { changesOf, readEvenement, type Values, valuesOf } from './evenementFormValues.ts'
import { mergeForm } from './evenementMerge.ts'

type Input = InferOutput<typeof evenementUpdateSchema>

interface Filled {
  readonly input: Input
  readonly values: Values
  /** Writes values changed elsewhere into the form. */
  readonly takeOver: (taken: Values) => void
}

/** A creation whose answer was lost: the server may have created the event. */
interface LostCreation {
  readonly input: Input
  /** The organiser's events before it. */
  readonly knownIds: ReadonlySet<number>
}

interface Conflict {
  readonly sentence: string
  /** Fields to be resolved by the person. */
  readonly names: readonly string[]
  readonly mine: Values
  readonly saved: Values
}

/** Maximum number of automatic merges in a row; after that the person has to save again. */
const mostMerges = 3

/**
 * Saves a form: a new event with all fields, an existing one with the changed fields. When the event was changed
 * elsewhere meanwhile, independent changes are merged; the others are a conflict for the person to resolve.
 * @param begun the event the form started with; undefined for a new one
 * @param cle key of the creation of a new event
 */
export function useSaveForm(begun: EvenementOrganisateur | undefined, cle: string) {
  const mutation = useSaveEvenement()
  const seen = useRef(begun)
  // A draft reopened before all conflicts are resolved must lead to the same conflict.
  const beforeConflict = useRef<EvenementOrganisateur>(undefined)
  const [conflict, setConflict] = useState<Conflict>()
  const client = useQueryClient()
  const lost = useRef<LostCreation>(undefined)

  const create = async (input: Input): Promise<number> => {
    const known = client.getQueryData<Entry<EvenementOrganisateur>[]>(evenementsOrganisateurQuery.queryKey)
    try {
      return (await mutation.mutateAsync({ created: input, cle })).id
    } catch (error) {
      if (error instanceof NetworkError)
        lost.current = { input, knownIds: new Set(validEntries(known).map(({ id }) => id)) }
      throw error
    }
  }

  const saveChanges = async (before: EvenementOrganisateur, form: Filled, merges = 0): Promise<number | null> => {
    const changed = changesOf(form.input, before)
    if (Object.keys(changed).length === 0) return before.id
    try {
      await mutation.mutateAsync({ id: before.id, changed, version: before.version })
      return before.id
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'evenement.version' || merges === mostMerges) throw error
      const current = await call(evenementEndpoints.read, { params: { id: before.id } })
      const merge = mergeForm(before, form.values, current)
      const values = { ...form.values, ...merge.takeOver }
      seen.current = current
      form.takeOver(merge.takeOver)
      if (merge.conflicts.length > 0) {
        beforeConflict.current ??= before
        setConflict({ sentence: error.message, names: merge.conflicts, mine: values, saved: valuesOf(current) })
        return null
      }
      const read = safeParse(evenementUpdateSchema, readEvenement(values, current))
      if (!read.success) throw error
      return saveChanges(current, { ...form, input: read.output, values }, merges + 1)
    }
  }

  return {
    /** The event the form is based on. */
    get seen() {
      return seen.current
    },
    /** The event that a draft is compared with. */
    get seenByDraft() {
      return beforeConflict.current ?? seen.current
    },
    conflict,
    /** An error for each field in conflict. */
    toChoose: Object.fromEntries((conflict?.names ?? []).map((name) => [name, 'Choisissez une des deux valeurs'])),
    /** @returns the id of the saved event; null when the person has to resolve a conflict */
    async save(form: Filled): Promise<number | null> {
      if (lost.current !== undefined) {
        seen.current = await findCreated(lost.current)
        lost.current = undefined
      }
      return seen.current === undefined ? create(form.input) : saveChanges(seen.current, form)
    },
    /** Resolves a conflict for one field. @returns values to write into the form */
    choose(name: string, choice: 'mine' | 'saved'): Values {
      if (!conflict) return {}
      const names = conflict.names.filter((other) => other !== name)
      if (names.length === 0) beforeConflict.current = undefined
      setConflict({ ...conflict, names })
      return choice === 'saved' ? { [name]: conflict.saved[name] ?? '' } : {}
    },
  }
}

/** The event that a lost creation has created; undefined when there is none. @throws NetworkError */
async function findCreated({ input, knownIds }: LostCreation): Promise<EvenementOrganisateur | undefined> {
  const list = await callRaw(evenementEndpoints.list, { query: { inscriptions: 'comptes' } })
  const evenements = validEntries(parseEntries(evenementOrganisateurSchema, list))
  return evenements.find((one) => !knownIds.has(one.id) && Object.keys(changesOf(input, one)).length === 0)
}
