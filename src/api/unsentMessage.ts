import * as v from 'valibot'
import { readDraft, writeDraft } from './draftStore.ts'

const draftSchema = v.object({ titre: v.string(), message: v.string(), cle: v.pipe(v.string(), v.uuid()) })

/** A message that may not be sent yet, and its key: pressed again after a lost answer, it is sent once. */
export type UnsentMessage = v.InferOutput<typeof draftSchema>

/**
 * What the signed-in person typed into the form of a message, until it is sent.
 * @param form name of the form, with the ids of its recipients
 * @returns `read`: an empty message with a new key when there is none; `keep`: null when it is sent
 */
export function unsentMessage(form: string): {
  read: () => UnsentMessage
  keep: (message: UnsentMessage | null) => void
} {
  return {
    read() {
      const kept = v.safeParse(draftSchema, readDraft(form))
      return kept.success ? kept.output : { titre: '', message: '', cle: crypto.randomUUID() }
    },
    keep: (message) => writeDraft(form, message),
  }
}
