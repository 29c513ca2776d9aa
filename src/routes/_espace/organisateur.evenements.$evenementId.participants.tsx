import { useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { statutsInscription } from '#domain/inscription/inscription.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { InscriptionsPage } from '#src/features/inscription/InscriptionsPage.tsx'
import { InviteDialog } from '#src/features/invitation/InviteDialog.tsx'
import { MessagePage } from '#src/features/navigation/MessagePage.tsx'
import { requireRole } from '../-guard.ts'
import { isId } from '../-id.ts'

const filter = v.picklist(['TOUTES', ...statutsInscription])

export const Route = createFileRoute('/_espace/organisateur/evenements/$evenementId/participants')({
  beforeLoad: requireRole('ORGANISATEUR'),
  validateSearch: v.object({ statut: v.optional(v.fallback(filter, 'TOUTES'), 'TOUTES') }),
  search: { middlewares: [stripSearchParams({ statut: 'TOUTES' })] },
  component: () =>
    isId(Route.useParams().evenementId) ? (
      <Participants />
    ) : (
      <MessagePage title="Inscriptions" message={phrases.evenementIdInvalide} />
    ),
})

function Participants() {
  const evenementId = Number(Route.useParams().evenementId)
  const navigate = Route.useNavigate()
  const [inviting, setInviting] = useState(false)
  return (
    <InscriptionsPage
      evenementId={evenementId}
      evenement={useQuery(evenementOrganisateurQuery(evenementId)).data}
      statut={Route.useSearch().statut}
      onFilter={(statut) => void navigate({ search: { statut }, replace: true, resetScroll: false })}
      onInvite={() => setInviting(true)}
      inviteDialog={inviting && <InviteDialog evenementId={evenementId} onClose={() => setInviting(false)} />}
    />
  )
}
