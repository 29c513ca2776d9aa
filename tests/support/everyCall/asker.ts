import type { Endpoint } from '#domain/contract/endpoint.ts'
import type { Call } from './calls.ts'
import { allowed } from './rights.ts'
import type { Persona } from './world.ts'

/** A person for whom the call has an effect, if there is one. */
export function askerOf({ access }: Endpoint, { idle, answers }: Call): Persona {
  const may = allowed[access]
  const isIdle = (persona: Persona) => idle === true || idle?.includes(persona) === true
  const effective = may.filter((persona) => !isIdle(persona) && (answers?.[persona]?.[0] ?? 200) < 400)
  return effective.find((persona) => persona !== 'AN') ?? effective[0] ?? may[0] ?? 'AN'
}
