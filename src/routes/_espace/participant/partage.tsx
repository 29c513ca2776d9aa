import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { validEntries } from '#src/api/entries.ts'
import { PartagePage } from '#src/features/envoi/PartagePage.tsx'
import { mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { canAddMedia } from '#src/features/evenement/ownInscription.ts'
import { prefetch, whenConsented } from '../../-prefetch.ts'
import { searchParam } from '../../-searchParam.ts'
import { Consenti } from '../../-Consenti.tsx'

export const Route = createFileRoute('/_espace/participant/partage')({
  validateSearch: v.object({ echec: searchParam(v.number()) }),
  loader: ({ context: { queryClient } }) => whenConsented(queryClient, () => prefetch(queryClient, mesEvenementsQuery)),
  component: () => (
    <Consenti title="Partager">
      <Partage />
    </Consenti>
  ),
})

function Partage() {
  const { utilisateurId } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const evenements = useQuery({
    ...mesEvenementsQuery,
    select: (entries) => validEntries(entries).filter((evenement) => canAddMedia(evenement, utilisateurId)),
  })
  return (
    <PartagePage
      evenements={evenements}
      failed={Route.useSearch().echec === 1}
      onDone={(kept) => void navigate({ to: kept ? '/participant/envois' : '/participant/evenements', replace: true })}
    />
  )
}
