import type { Ports } from '#upload-queue/engine/ports.ts'

/** Where the process is killed: at the n-th call of a port, before or after the call did its work. */
export interface Death {
  readonly at: number
  readonly when: 'before' | 'after'
}

interface Mortality {
  /** Wraps an object so that its method calls are counted. */
  readonly guard: <T extends object>(port: T) => T
  readonly died: Promise<'died'>
  readonly calls: () => number
}

/** Ports of a killed process: the fatal call never returns, and nothing runs after it. */
export function mortal(ports: Ports, death: Death): { ports: Ports; died: Promise<'died'>; calls: () => number } {
  const { guard, died, calls } = mortality(death)
  const guarded = { ...ports, store: guard(ports.store), grants: guard(ports.grants), wire: guard(ports.wire) }
  return { ports: guarded, died, calls }
}

/** State shared by all parts of a killed process. @param death read at each call, so it may be set later */
export function mortality(death: Death): Mortality {
  let calls = 0
  let die: (how: 'died') => void = () => {}
  const died = new Promise<'died'>((resolve) => (die = resolve))
  const forever = new Promise<never>(() => {})
  const guard = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name, target)
        if (typeof method !== 'function') return method
        return async (...parameters: unknown[]) => {
          calls += 1
          const isFatal = calls === death.at
          if (calls > death.at) return forever
          if (isFatal && death.when === 'before') die('died')
          if (isFatal && death.when === 'before') return forever
          const work = method.apply(target, parameters) as Promise<unknown>
          if (!isFatal) return work
          // Also after a failed call: the caller no longer exists.
          await Promise.allSettled([work])
          die('died')
          return forever
        }
      },
    })
  return { guard, died, calls: () => calls }
}
