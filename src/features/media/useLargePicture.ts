import { useCallback, useEffect, useState } from 'react'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'

const firstWaitMs = 2000
const longestWaitMs = 30_000

/**
 * Whether the large picture of the media shown is missing and why. It is asked for once more when the network comes
 * back, and then after ever longer waits: a browser says that the network is back before it carries anything.
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
    const timer = setTimeout(retry, Math.min(longestWaitMs, waitMs))
    return () => clearTimeout(timer)
  }, [waitMs, online, retry])
  return {
    missing: isMissing ? cause : null,
    onMissing,
    /** Changes when a large picture that did not come is to be asked for once more. */
    attempt,
    retry,
  }
}
