import * as v from 'valibot'

/**
 * Error of an input: the field, and the French sentence of its rule; null when the rule has only the library's message.
 */
export interface FirstIssue {
  readonly message: string | null
  readonly field: string | null
}

/**
 * Parses a form's values and returns the first problem, in the order of the form's fields.
 * A missing field answers with its own rule, so that an absent titre reads like an empty one
 * (specification, section 5: the fields are checked in order).
 */
export function parseForm<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
): { output: v.InferOutput<S>; issue: null } | { output: null; issue: FirstIssue } {
  const fields = fieldsOf(schema)
  const whole = isRecord(input) ? { ...Object.fromEntries(fields.map((field) => [field, undefined])), ...input } : input
  const result = v.safeParse(schema, whole, { message: () => ownWords })
  if (result.success) return { output: result.output, issue: null }
  const [first] = result.issues
    .map((issue) => ({ issue, field: fieldOf(issue) }))
    .toSorted((a, b) => rank(fields, a.field) - rank(fields, b.field))
  const message = first?.issue.message ?? ownWords
  return { output: null, issue: { message: message === ownWords ? null : message, field: first?.field ?? null } }
}

/** Replaces valibot's English default message. */
const ownWords = ''

function fieldOf(issue: v.BaseIssue<unknown>): string | null {
  const key = issue.path?.[0]?.key
  return typeof key === 'string' ? key : null
}

function rank(fields: readonly string[], field: string | null): number {
  return field === null ? -1 : fields.indexOf(field)
}

function fieldsOf(schema: unknown): string[] {
  if (!isRecord(schema)) return []
  if (isRecord(schema['entries'])) return Object.keys(schema['entries'])
  if (Array.isArray(schema['options'])) return schema['options'].flatMap(fieldsOf)
  return isRecord(schema['wrapped']) ? fieldsOf(schema['wrapped']) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
