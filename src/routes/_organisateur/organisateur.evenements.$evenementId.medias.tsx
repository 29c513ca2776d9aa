import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { useUtilisateur } from '#src/api/useSession.ts'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { vues } from '#src/features/moderation/vues.ts'
import { DeskPage } from '#src/features/moderation/DeskPage.tsx'
import { useDecisionSession } from '#src/features/moderation/useDecisionSession.ts'
import { AccesRefuse } from '#src/features/navigation/RoleGate.tsx'
import { FuseauContext } from '#src/ui/text/fuseau.ts'
import { evenementIdParams } from '../-evenementId.ts'
import { demandesQuery, pendingQuery } from '#src/features/moderation/desk.queries.ts'
import { signatureQuery } from '#src/api/signature.queries.ts'
import { prefetch } from '../-prefetch.ts'
import { searchParam } from '../-searchParam.ts'

export const Route = createFileRoute('/_organisateur/organisateur/evenements/$evenementId/medias')({
  params: evenementIdParams,
  validateSearch: v.object({ vue: searchParam(v.picklist(vues)) }),
  loader: ({ context: { queryClient }, params: { evenementId } }) => {
    prefetch(queryClient, evenementOrganisateurQuery(evenementId))
    prefetch(queryClient, pendingQuery(evenementId))
    prefetch(queryClient, demandesQuery(evenementId))
    prefetch(queryClient, signatureQuery(evenementId))
  },
  component: Validation,
})

function Validation() {
  const { evenementId } = Route.useParams()
  const { utilisateurId } = Route.useRouteContext()
  const role = useUtilisateur()?.role
  const evenement = useQuery(evenementOrganisateurQuery(evenementId)).data
  const { vue = 'photo' } = Route.useSearch()
  useDecisionSession(role === 'ORGANISATEUR' ? utilisateurId : undefined)
  if (role === undefined) return null
  if (role !== 'ORGANISATEUR') return <AccesRefuse />
  return (
    <FuseauContext value={evenement?.fuseau}>
      <DeskPage
        evenementId={evenementId}
        titre={evenement?.titre ?? 'Validation'}
        utilisateurId={utilisateurId}
        vue={vue}
      />
    </FuseauContext>
  )
}
