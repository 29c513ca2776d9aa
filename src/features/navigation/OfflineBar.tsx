import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { useOnline } from '#src/pwa/bridge.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { formatWhen } from '#src/ui/text/dates.ts'

/** Without network: says so, and how old what is on screen is. */
export function OfflineBar() {
  const online = useOnline()
  const client = useQueryClient()
  // Read again after each navigation: other queries are on screen then.
  useRouterState({ select: (state) => state.resolvedLocation?.href })
  if (online) return null
  const ages = client
    .getQueryCache()
    .findAll({
      type: 'active',
      predicate: (query) => query.state.dataUpdatedAt > 0 && query.queryKey[0] !== 'signature',
    })
    .map((query) => query.state.dataUpdatedAt)
  return (
    <Banner bar announce="status" icon={<WifiOff className="icon--small" />}>
      {ages.length === 0 ? 'Hors ligne' : `Hors ligne. Dernières données reçues ${formatWhen(Math.min(...ages))}.`}
    </Banner>
  )
}
