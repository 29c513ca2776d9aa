import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { useAjoutMedia } from '#src/features/envoi/useAjoutMedia.tsx'
import { useDepotOuvert, useEvenementOf } from '#src/features/evenement/useMesEvenements.ts'
import { filtresMesMedias } from '#src/features/media/galleryFilterNames.ts'
import { MesMediasPage } from '#src/features/media/MesMediasPage.tsx'
import { mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { mesMediasQuery } from '#src/features/media/media.queries.ts'
import { prefetch } from '../../-prefetch.ts'
import { searchParam } from '../../-searchParam.ts'

export const Route = createFileRoute('/_espace/participant/medias')({
  validateSearch: v.object({ statut: searchParam(v.picklist(filtresMesMedias), 'TOUS') }),
  search: { middlewares: [stripSearchParams({ statut: 'TOUS' })] },
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, mesMediasQuery)
    prefetch(queryClient, mesEvenementsQuery)
  },
  component: MesMedias,
})

function MesMedias() {
  const { utilisateurId } = Route.useRouteContext()
  const { statut } = Route.useSearch()
  const navigate = Route.useNavigate()
  const ajout = useAjoutMedia()
  const depotOuvert = useDepotOuvert(utilisateurId)
  return (
    <>
      <MesMediasPage
        utilisateurId={utilisateurId}
        statut={statut}
        onStatut={(next) => void navigate({ search: { statut: next }, replace: true, resetScroll: false })}
        evenementOf={useEvenementOf()}
        canReplace={(evenementId) => depotOuvert(evenementId) !== undefined}
        onReplace={(evenementId) => {
          const evenement = depotOuvert(evenementId)
          if (evenement) ajout.open(evenement)
        }}
      />
      {ajout.sheet}
    </>
  )
}
