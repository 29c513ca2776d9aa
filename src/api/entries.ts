import { type GenericSchema, type InferOutput, safeParse } from 'valibot'

/** One entry of a list: parsed, or null when it is invalid. */
export type Entry<T> = T | null

/** Parses a list entry by entry: one invalid entry does not affect the others. */
export function parseEntries<S extends GenericSchema>(schema: S, list: unknown): Entry<InferOutput<S>>[] {
  if (!Array.isArray(list)) return []
  return list.map((entry: unknown) => {
    const result = safeParse(schema, entry)
    return result.success ? result.output : null
  })
}

/** The entries that could be parsed; empty for an undefined list. */
export function validEntries<T>(entries: readonly Entry<T>[] | undefined): T[] {
  return (entries ?? []).filter((entry): entry is NonNullable<Entry<T>> & T => entry !== null)
}
