import type { DrainEnd } from '#upload-queue/engine/drain.ts'

/**
 * `idle`: no drain runs. `draining`: one runs. `draining_again`: another one follows. `stopping`: the running drain
 * ends after the chunk in flight. `updating`: no drain starts, because an app update is about to be applied.
 */
export type DrainPhase = 'idle' | 'draining' | 'draining_again' | 'stopping' | 'updating'

export interface PageDrainState {
  readonly phase: DrainPhase
  /** Whether the next drain skips the delays of items that wait for the network. */
  readonly networkIsBack: boolean
  /** Consecutive drains without an answer. Drains that sent no request do not count. */
  readonly silentDrains: number
  /** Whether the last drain found the lock taken by another page or the worker. */
  readonly isBusyElsewhere: boolean
  /** Whether a drain of this page has resumed what an earlier page or worker left. */
  readonly hasRecovered: boolean
}

export type PageDrainEvent =
  /** Sending may work again. */
  | { readonly type: 'wake'; readonly networkIsBack: boolean }
  | { readonly type: 'files_added' }
  | { readonly type: 'other_drain_ended' }
  | { readonly type: 'host_answered' }
  /** The small request that replaces a drain while the host is silent had no answer. */
  | { readonly type: 'host_silent' }
  | { readonly type: 'update' }
  | { readonly type: 'update_timeout' }
  | { readonly type: 'round_started' }
  /** The stored items were drained, or could not be. */
  | { readonly type: 'drained'; readonly end: DrainEnd['why'] | 'busy' }
  | { readonly type: 'round_ended' }
  /** An unexpected error: the next wake-up starts the next round. */
  | { readonly type: 'round_failed' }

type PhaseEvent = 'wake' | 'update' | 'update_timeout' | 'round_ended' | 'round_failed'

/** The state of a page that has just been loaded. */
export const startDrainState: PageDrainState = {
  phase: 'idle',
  networkIsBack: false,
  silentDrains: 0,
  isBusyElsewhere: false,
  hasRecovered: false,
}

/** The table of queue.spec.md. */
const phases: Readonly<Record<DrainPhase, Readonly<Record<PhaseEvent, DrainPhase>>>> = {
  idle: { wake: 'draining', update: 'updating', update_timeout: 'draining', round_ended: 'idle', round_failed: 'idle' },
  draining: {
    wake: 'draining_again',
    update: 'stopping',
    update_timeout: 'draining_again',
    round_ended: 'idle',
    round_failed: 'idle',
  },
  draining_again: {
    wake: 'draining_again',
    update: 'stopping',
    update_timeout: 'draining_again',
    round_ended: 'draining',
    round_failed: 'idle',
  },
  stopping: {
    wake: 'stopping',
    update: 'stopping',
    update_timeout: 'draining_again',
    round_ended: 'updating',
    round_failed: 'updating',
  },
  updating: {
    wake: 'updating',
    update: 'updating',
    update_timeout: 'draining',
    round_ended: 'updating',
    round_failed: 'updating',
  },
}

/** Returns the state after an event. */
export function nextDrainState(state: PageDrainState, event: PageDrainEvent): PageDrainState {
  switch (event.type) {
    case 'wake': {
      const woken = { ...state, phase: phases[state.phase].wake }
      return event.networkIsBack ? { ...woken, networkIsBack: true, silentDrains: 0 } : woken
    }
    case 'files_added':
      // While the network does not answer, new files wait for the next retry.
      return state.silentDrains === 0 ? { ...state, phase: phases[state.phase].wake } : state
    case 'other_drain_ended':
      return state.isBusyElsewhere ? { ...state, phase: phases[state.phase].wake } : state
    case 'host_answered':
      return { ...state, silentDrains: 0 }
    case 'host_silent':
      return { ...state, silentDrains: state.silentDrains + 1 }
    case 'round_started':
      return { ...state, networkIsBack: false }
    case 'drained':
      return {
        ...state,
        isBusyElsewhere: event.end === 'busy',
        silentDrains: event.end === 'no_network' ? state.silentDrains + 1 : state.silentDrains,
        hasRecovered: state.hasRecovered || hasRun(event.end),
      }
    default:
      return { ...state, phase: phases[state.phase][event.type] }
  }
}

/** Whether a drain of this page runs. */
export function isDraining({ phase }: PageDrainState): boolean {
  return phase !== 'idle' && phase !== 'updating'
}

/** Whether no drain may start, and a running one must end. */
export function isUpdating({ phase }: PageDrainState): boolean {
  return phase === 'updating' || phase === 'stopping'
}

/** Whether the drain did run: it had the lock, and the network was allowed. */
export function hasRun(end: DrainEnd['why'] | 'busy'): boolean {
  return end !== 'busy' && end !== 'wifi'
}

/** After this many drains without an answer, the page checks the host before each next drain. */
const silentLimit = 2

/** Whether the next drain must first ask whether the host answers. */
export function mustProbeHost({ silentDrains }: PageDrainState): boolean {
  return silentDrains >= silentLimit
}

const busyMs = 5000
const minPauseMs = 500
/** Longest pause between retries while the network does not answer. */
const maxPauseMs = 5000

/**
 * Milliseconds until the page must drain again by itself; null when only an event can continue the queue.
 * @param ends how the stored items and those in memory ended
 * @param now milliseconds since 1970
 */
export function waitBeforeNext(
  { silentDrains }: PageDrainState,
  ends: readonly (Pick<DrainEnd, 'nextWakeAt'> | 'busy')[],
  now: number,
): number | null {
  const pauseMs = Math.min(maxPauseMs, minPauseMs * 2 ** Math.max(0, silentDrains - 1))
  const waits = ends.flatMap((end) => {
    if (end === 'busy') return [busyMs]
    return end.nextWakeAt === null ? [] : [Math.max(pauseMs, end.nextWakeAt - now)]
  })
  return waits.length === 0 ? null : Math.min(...waits)
}
