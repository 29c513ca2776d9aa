import { useInfiniteQuery } from '@tanstack/react-query'
import { isGuest } from '#src/api/session.ts'
import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { Cover } from '#src/features/evenement/Cover.tsx'
import { decouvrirQuery } from '#src/features/evenement/evenement.queries.ts'
import { DecouvrirPage } from '#src/features/inscription/DecouvrirPage.tsx'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { useDebounced } from '#src/ui/now/useDebounced.ts'
import { searchParam } from '../../-searchParam.ts'
import { Consenti } from '../../-Consenti.tsx'

export const Route = createFileRoute('/_espace/participant/decouvrir')({
  // A guest has one event.
  beforeLoad() {
    if (isGuest()) throw redirect({ to: '/participant/evenements', replace: true })
  },
  validateSearch: v.object({ q: searchParam(v.string(), '') }),
  search: { middlewares: [stripSearchParams({ q: '' })] },
  component: () => (
    <Consenti title="Découvrir">
      <Decouvrir />
    </Consenti>
  ),
})

const typingMs = 250
const coverOf = (evenement: Evenement) => <Cover evenement={evenement} width={200} />

function Decouvrir() {
  const { utilisateurId } = Route.useRouteContext()
  const { q } = Route.useSearch()
  const navigate = Route.useNavigate()
  const online = useOnline()
  const recherche = useDebounced(q, typingMs)
  const query = useInfiniteQuery(decouvrirQuery(online ? recherche.trim() : ''))
  return (
    <DecouvrirPage
      query={query}
      q={q}
      recherche={recherche}
      utilisateurId={utilisateurId}
      coverOf={coverOf}
      onSearch={(next) => void navigate({ search: { q: next.slice(0, 200) }, replace: true, resetScroll: false })}
    />
  )
}
