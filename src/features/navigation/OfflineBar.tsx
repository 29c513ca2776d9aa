import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useOnline } from '#src/pwa/bridge.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { formatWhen } from '#src/ui/text/dates.ts'

/** Without network: says so, and how old what is on screen is. */
export function OfflineBar() {
  const online = useOnline()
  const cache = useQueryClient().getQueryCache()
  const oldest = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => oldestOnScreen(cache),
  )
  if (online) return null
  return (
    <Banner bar announce="status" icon={<WifiOff className="icon--small" />}>
      {oldest === null ? 'Hors ligne' : `Hors ligne. Dernières données reçues ${formatWhen(oldest)}.`}
    </Banner>
  )
}

/** When the oldest of the answers on screen came, in milliseconds since 1970. */
function oldestOnScreen(cache: QueryCache): number | null {
  const ages = cache
    .findAll({
      type: 'active',
      predicate: (query) => query.state.dataUpdatedAt > 0 && query.queryKey[0] !== 'signature',
    })
    .map((query) => query.state.dataUpdatedAt)
  return ages.length === 0 ? null : Math.min(...ages)
}
