import * as v from 'valibot'

/**
 * An optional search parameter of a route: a bad link still opens its page.
 * @param otherwise value of a missing or invalid parameter; undefined when not given
 */
export function searchParam<const S extends v.GenericSchema>(schema: S): Optional<S>
export function searchParam<const S extends v.GenericSchema, const D extends v.InferOutput<S>>(
  schema: S,
  otherwise: D,
): WithDefault<S, D>
export function searchParam(schema: v.GenericSchema, otherwise?: unknown) {
  return otherwise === undefined
    ? v.optional(v.fallback(v.optional(schema), undefined))
    : v.optional(v.fallback(schema, otherwise), otherwise)
}

type Optional<S extends v.GenericSchema> = v.OptionalSchema<
  v.SchemaWithFallback<v.OptionalSchema<S, undefined>, undefined>,
  undefined
>
type WithDefault<S extends v.GenericSchema, D extends v.InferOutput<S>> = v.OptionalSchema<
  v.SchemaWithFallback<S, D>,
  D
>
