import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { useUtilisateur } from '#src/api/useSession.ts'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { vues } from '#src/features/moderation/vues.ts'
import { DeskPage } from '#src/features/moderation/DeskPage.tsx'
import { useDecisionSession } from '#src/features/moderation/useDecisionSession.ts'
import { AccesRefuse } from '#src/features/navigation/AccesRefuse.tsx'
import { FuseauContext } from '#src/ui/text/fuseau.ts'
import { requireRole } from './-guard.ts'
import { idFrom } from './-id.ts'

export const Route = createFileRoute('/organisateur/evenements/$evenementId/medias')({
  validateSearch: v.object({ vue: v.optional(v.fallback(v.optional(v.picklist(vues)), undefined)) }),
  beforeLoad: ({ location, params }) => {
    requireRole('ORGANISATEUR')({ location })
    idFrom(params.evenementId)
  },
  component: Validation,
})

function Validation() {
  const evenementId = Number(Route.useParams().evenementId)
  const utilisateur = useUtilisateur()
  const evenement = useQuery(evenementOrganisateurQuery(evenementId)).data
  const { vue = 'photo' } = Route.useSearch()
  useDecisionSession(utilisateur?.role === 'ORGANISATEUR' ? utilisateur.id : undefined)
  if (utilisateur === null) return null
  if (utilisateur.role !== 'ORGANISATEUR') return <AccesRefuse />
  return (
    <FuseauContext value={evenement?.fuseau}>
      <DeskPage
        evenementId={evenementId}
        titre={evenement?.titre ?? 'Validation'}
        utilisateurId={utilisateur.id}
        vue={vue}
      />
    </FuseauContext>
  )
}
