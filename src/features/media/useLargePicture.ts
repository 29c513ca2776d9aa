import { useCallback, useState } from 'react'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/bridge.ts'

/** Whether the large picture of the media shown is missing and why; asks once more when the network comes back. */
export function useLargePicture(openId: number) {
  const [tries, setTries] = useState(0)
  const [missingId, setMissingId] = useState<number>()
  const [online, reachable] = [useOnline(), useReachable()]
  const onMissing = useCallback((isMissing: boolean) => setMissingId(isMissing ? openId : undefined), [openId])
  const cause = online && reachable ? ('server' as const) : ('network' as const)
  return {
    missing: missingId === openId ? cause : null,
    onMissing,
    /** Changes when a large picture that did not come is to be asked for once more. */
    attempt: `${cause} ${tries}`,
    retry: () => setTries(tries + 1),
  }
}
