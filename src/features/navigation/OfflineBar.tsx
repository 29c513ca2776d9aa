import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatWhen } from '#src/ui/text/dates.ts'
import css from './OfflineBar.module.css'

/** Shown without network or while the server does not answer, with the age of the data on screen. */
export function OfflineBar() {
  const online = useOnline()
  const isReachable = useReachable()
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const oldest = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => oldestOnScreen(cache),
  )
  if (online && isReachable) return null
  const state = online ? 'Le serveur ne répond pas' : 'Hors ligne'
  return (
    <Banner
      bar
      className={classNames(css.offlineBar, online && css.offlineBarAsks)}
      announce="status"
      icon={<WifiOff className="icon--small" />}
      action={
        online && (
          <Button look="quiet" onClick={() => void client.refetchQueries({ type: 'active' })}>
            {phrases.reessayer}
          </Button>
        )
      }
    >
      {oldest === null ? state : `${state}. Dernières données reçues ${formatWhen(oldest)}.`}
    </Banner>
  )
}

/** When the oldest answer on screen arrived, in milliseconds since 1970. */
function oldestOnScreen(cache: QueryCache): number | null {
  const ages = cache
    .findAll({
      type: 'active',
      predicate: (query) => query.state.dataUpdatedAt > 0 && query.queryKey[0] !== 'signature',
    })
    .map((query) => query.state.dataUpdatedAt)
  return ages.length === 0 ? null : Math.min(...ages)
}
