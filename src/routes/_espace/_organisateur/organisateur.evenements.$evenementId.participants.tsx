import { useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { sorts } from '#src/features/inscription/inscriptionSorts.ts'
import { InscriptionsPage } from '#src/features/inscription/InscriptionsPage.tsx'
import { InviteDialog } from '#src/features/invitation/InviteDialog.tsx'
import { liensQuery } from '#src/features/lien/lien.queries.ts'
import { LienCarte } from '#src/features/lien/LienCarte.tsx'
import { lienNames } from '#src/features/lien/lienNames.ts'
import { PrevenirButton } from '#src/features/notification/PrevenirButton.tsx'
import { evenementIdParams } from '../../-evenementId.ts'
import { inscriptionsQuery } from '#src/features/inscription/inscription.queries.ts'
import { prefetch } from '../../-prefetch.ts'
import { searchParam } from '../../-searchParam.ts'

/** Literal keys instead of the domain's schemas: the route validates the URL before the page's chunks are loaded. */
const filters = ['TOUTES', 'EN_ATTENTE', 'VALIDE', 'ANNULE'] as const satisfies readonly (
  | 'TOUTES'
  | StatutInscription
)[]

export const Route = createFileRoute('/_espace/_organisateur/organisateur/evenements/$evenementId/participants')({
  params: evenementIdParams,
  validateSearch: v.object({
    q: searchParam(v.string(), ''),
    statut: searchParam(v.picklist(filters), 'TOUTES'),
    lien: searchParam(v.union([v.literal('SANS'), v.pipe(v.number(), v.integer()), v.literal('TOUS')]), 'TOUS'),
    tri: searchParam(v.picklist(sorts), 'attente'),
  }),
  search: { middlewares: [stripSearchParams({ q: '', statut: 'TOUTES', lien: 'TOUS', tri: 'attente' })] },
  loader: ({ context: { queryClient }, params: { evenementId } }) => {
    prefetch(queryClient, evenementOrganisateurQuery(evenementId))
    prefetch(queryClient, inscriptionsQuery(evenementId))
    prefetch(queryClient, liensQuery(evenementId))
  },
  component: Participants,
})

function Participants() {
  const { evenementId } = Route.useParams()
  const navigate = Route.useNavigate()
  const [isInviting, setInviting] = useState(false)
  const { data: evenement, isError } = useQuery(evenementOrganisateurQuery(evenementId))
  const liens = useQuery(liensQuery(evenementId)).data
  return (
    <InscriptionsPage
      evenementId={evenementId}
      evenement={evenement}
      liens={lienNames(liens ?? [])}
      view={Route.useSearch()}
      onView={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
      }
      onInvite={() => setInviting(true)}
      prevenir={
        <PrevenirButton
          evenementId={evenementId}
          people={evenement?.comptes.inscriptions.VALIDE ?? (isError ? 0 : undefined)}
        />
      }
      dialog={
        isInviting && (
          <InviteDialog
            evenementId={evenementId}
            qr={evenement && <LienCarte evenement={evenement} />}
            onClose={() => setInviting(false)}
          />
        )
      }
    />
  )
}
