import { useCallback, useEffect, useState } from 'react'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'

const firstWaitMs = 2000
const maxWaitMs = 30_000

/**
 * @param failed the attempt that failed to load the large picture; undefined once it has loaded
 * @param hasSmall whether the picture of the tile is shown in its place, and not only its blurred preview
 */
export type OnMissing = (failed: string | undefined, hasSmall: boolean) => void

export interface Missing {
  readonly cause: 'network' | 'server'
  /** See {@link OnMissing}. */
  readonly hasSmall: boolean
}

/**
 * Whether the large picture of the current media is missing, and why. Retries when the network comes back, then with
 * increasing waits: browsers report the network before it works.
 */
export function useLargePicture(openId: number) {
  const [tries, setTries] = useState(0)
  const [missing, setMissing] = useState<{ id: number; attempt: string; failures: number; hasSmall: boolean }>()
  const [online, reachable] = [useOnline(), useReachable()]
  const cause = online && reachable ? ('server' as const) : ('network' as const)
  const attempt = `${cause} ${tries}`
  const retry = useCallback(() => setTries((last) => last + 1), [])
  const onMissing: OnMissing = useCallback(
    (failed, hasSmall) =>
      setMissing((last) => {
        if (failed === undefined) return undefined
        const before = last?.id === openId ? last : undefined
        // Called again for the same attempt when the small picture is loaded.
        const isCounted = before?.attempt === failed
        const failures = (before?.failures ?? 0) + (isCounted ? 0 : 1)
        return { id: openId, attempt: failed, failures, hasSmall }
      }),
    [openId],
  )
  const isMissing = missing?.id === openId
  const waitMs = isMissing && missing.attempt === attempt ? firstWaitMs * 2 ** (missing.failures - 1) : undefined
  useEffect(() => {
    if (waitMs === undefined || !online) return undefined
    const timer = setTimeout(retry, Math.min(maxWaitMs, waitMs))
    return () => clearTimeout(timer)
  }, [waitMs, online, retry])
  const shown: Missing | null = isMissing ? { cause, hasSmall: missing.hasSmall } : null
  return {
    missing: shown,
    onMissing,
    /** Changes when a failed large picture must be retried. */
    attempt,
    retry,
  }
}
