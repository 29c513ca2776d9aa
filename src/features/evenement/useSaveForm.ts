import { useRef, useState } from 'react'
import { type InferOutput, safeParse } from 'valibot'
import { evenementEndpoints } from '#domain/evenement/evenement.endpoints.ts'
import { type EvenementOrganisateur, evenementUpdateSchema } from '#domain/evenement/evenement.ts'
import { ApiError } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { useSaveEvenement } from './evenement.mutations.ts'
import { changesOf, readEvenement, type Values, valuesOf } from './evenementFormValues.ts'
import { mergeForm } from './evenementMerge.ts'

type Input = InferOutput<typeof evenementUpdateSchema>

/** A form that passed its checks. */
interface Filled {
  readonly input: Input
  readonly values: Values
  /** Puts values that were changed elsewhere into the form. */
  readonly takeOver: (taken: Values) => void
}

interface Conflict {
  readonly sentence: string
  /** Fields that wait for a choice. */
  readonly names: readonly string[]
  readonly mine: Values
  readonly saved: Values
}

/** Changes that follow each other faster than a form reads them are left to the person. */
const mostMerges = 3

/**
 * Saves what a form holds: a new event whole, of another one the fields that were changed. When the event was changed
 * elsewhere meanwhile, what does not touch each other is merged; the rest is a conflict to choose in.
 * @param begun the event that the form began with; undefined for a new one
 */
export function useSaveForm(begun: EvenementOrganisateur | undefined) {
  const mutation = useSaveEvenement()
  const seen = useRef(begun)
  // A draft that is opened again before every choice is made has to come to the same conflict.
  const beforeConflict = useRef<EvenementOrganisateur>(undefined)
  const [conflict, setConflict] = useState<Conflict>()

  const saveChanges = async (before: EvenementOrganisateur, form: Filled, merges = 0): Promise<boolean> => {
    const changed = changesOf(form.input, before)
    if (Object.keys(changed).length === 0) return true
    try {
      await mutation.mutateAsync({ id: before.id, changed, version: before.version })
      return true
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
        return false
      }
      const read = safeParse(evenementUpdateSchema, readEvenement(values, current))
      if (!read.success) throw error
      return saveChanges(current, { ...form, input: read.output, values }, merges + 1)
    }
  }

  return {
    /** The event as the form has it in mind. */
    get seen() {
      return seen.current
    },
    /** The event that a draft has to be compared with. */
    get seenByDraft() {
      return beforeConflict.current ?? seen.current
    },
    conflict,
    /** A sentence for each field that waits for a choice. */
    toChoose: Object.fromEntries((conflict?.names ?? []).map((name) => [name, 'Choisissez une des deux valeurs'])),
    /** @returns whether everything is saved; false when the person has to choose */
    async save(form: Filled): Promise<boolean> {
      if (seen.current !== undefined) return saveChanges(seen.current, form)
      await mutation.mutateAsync({ created: form.input })
      return true
    },
    /** Takes one side of a conflict. @returns what the form has to take over */
    choose(name: string, choice: 'mine' | 'saved'): Values {
      if (!conflict) return {}
      const names = conflict.names.filter((other) => other !== name)
      if (names.length === 0) beforeConflict.current = undefined
      setConflict({ ...conflict, names })
      return choice === 'saved' ? { [name]: conflict.saved[name] ?? '' } : {}
    },
  }
}
