import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { useAjoutMedia } from '#src/features/envoi/useAjoutMedia.tsx'
import { useEnvois } from '#src/features/envoi/useEnvois.ts'
import { CurrentEvenement } from '#src/features/evenement/CurrentEvenement.tsx'
import { InvitationList } from '#src/features/invitation/InvitationList.tsx'
import { MurDeMedias } from '#src/features/media/MurDeMedias.tsx'
import { RecompensesRecues } from '#src/features/recompense/RecompensesRecues.tsx'
import { ParticipantDashboardPage } from '#src/features/tableau/ParticipantDashboardPage.tsx'
import { tableauParticipantQuery } from '#src/features/tableau/tableau.queries.ts'
import { useEvenementOf } from '#src/features/evenement/useMesEvenements.ts'
import { mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { isGuest } from '#src/api/session.ts'
import { invitationsQuery, useAreInvitationsLoading } from '#src/features/invitation/invitation.queries.ts'
import { prefetch, whenConsented } from '../../-prefetch.ts'
import { Consenti } from '../../-Consenti.tsx'

export const Route = createFileRoute('/_espace/participant/')({
  loader: ({ context: { queryClient } }) =>
    whenConsented(queryClient, () => {
      prefetch(queryClient, tableauParticipantQuery)
      prefetch(queryClient, mesEvenementsQuery)
      if (!isGuest()) prefetch(queryClient, invitationsQuery)
    }),
  component: () => (
    <Consenti title="Tableau de bord">
      <Dashboard />
    </Consenti>
  ),
})

function Dashboard() {
  const { utilisateurId } = Route.useRouteContext()
  const tableau = useQuery(tableauParticipantQuery)
  const ajout = useAjoutMedia()
  const envois = useEnvois()
  const evenementOf = useEvenementOf()
  return (
    <>
      <ParticipantDashboardPage
        prenom={useUtilisateur()?.prenom ?? ''}
        feature={<CurrentEvenement utilisateurId={utilisateurId} onAdd={ajout.open} />}
        invitations={<InvitationList />}
        areInvitationsLoading={useAreInvitationsLoading()}
        recompenses={<RecompensesRecues recompenses={tableau.data?.recompenses ?? []} />}
        insight={tableau}
        pending={envois.count === 0 ? null : envois.label}
        wall={
          <MurDeMedias
            medias={tableau.data?.derniersMedias ?? []}
            utilisateurId={utilisateurId}
            space="participant"
            fuseauOf={(id) => evenementOf(id)?.fuseau}
          />
        }
      />
      {ajout.sheet}
    </>
  )
}
