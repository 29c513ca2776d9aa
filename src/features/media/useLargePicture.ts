import { useCallback, useEffect, useState } from 'react'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'

const firstWaitMs = 2000
const maxWaitMs = 30_000

/**
 * Whether the large picture of the current media is missing, and why. Retries when the network comes back, then with
 * increasing waits: browsers report the network before it works.
 */
export function useLargePicture(openId: number) {
  const [tries, setTries] = useState(0)
  const [missing, setMissing] = useState<{ id: number; attempt: string; failures: number }>()
  const [online, reachable] = [useOnline(), useReachable()]
  const cause = online && reachable ? ('server' as const) : ('network' as const)
  const attempt = `${cause} ${tries}`
  const retry = useCallback(() => setTries((last) => last + 1), [])
  const onMissing = useCallback(
    (failed: string | undefined) =>
      setMissing((last) => {
        if (failed === undefined) return undefined
        return { id: openId, attempt: failed, failures: last?.id === openId ? last.failures + 1 : 1 }
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
  return {
    missing: isMissing ? cause : null,
    onMissing,
    /** Changes when a failed large picture must be retried. */
    attempt,
    retry,
  }
}
