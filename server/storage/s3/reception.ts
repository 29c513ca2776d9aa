import * as v from 'valibot'

/** Length of every part but the last one, in bytes: some stores want equal parts, of 5 MiB at least. */
export const partBytes = 8 * 1024 * 1024

const receptionSchema = v.object({
  /** Keys of the objects with the first bytes, of 8 MiB each. */
  parts: v.optional(v.array(v.string()), []),
  /** Key of the object with the acknowledged bytes behind them. */
  tail: v.optional(v.string()),
  /** Key of the tail that this one has replaced: it can be removed once this state is stored. */
  oldTail: v.optional(v.string()),
  /** The object of the file has all bytes. */
  isWhole: v.optional(v.boolean(), false),
})

/**
 * Where the store has the acknowledged bytes of a file that is being received. Their keys are random: what a request
 * writes that another one has overtaken is in separate objects, which no row names.
 */
export type Reception = Readonly<v.InferOutput<typeof receptionSchema>>

/** @throws Error when the row is damaged */
export function parseReception(text: string | null): Reception {
  return v.parse(receptionSchema, text === null ? {} : JSON.parse(text))
}

/** The text that the row of an upload stores, as {@link parseReception} reads it. */
export function formatReception(reception: Reception): string {
  return JSON.stringify(reception)
}
