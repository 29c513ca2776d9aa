import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { liensQuery } from '#src/features/lien/lien.queries.ts'
import { LienPretPage } from '#src/features/lien/LienPretPage.tsx'
import { idParams } from '../../../../-evenementId.ts'
import { prefetch } from '../../../../-prefetch.ts'

export const Route = createFileRoute('/_espace/organizer/evenements/$id/qr')({
  params: idParams,
  loader: ({ context: { queryClient }, params: { id } }) => {
    prefetch(queryClient, evenementOrganisateurQuery(id))
    prefetch(queryClient, liensQuery(id))
  },
  component: Pret,
})

function Pret() {
  const { id } = Route.useParams()
  return <LienPretPage evenementId={id} evenement={useQuery(evenementOrganisateurQuery(id)).data} />
}
