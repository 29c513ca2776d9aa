import { createFileRoute } from '@tanstack/react-router'
import { EnvoisPage } from '#src/features/envoi/EnvoisPage.tsx'
import { useEvenementOf } from '#src/features/evenement/useMesEvenements.ts'
import { AvisInvite } from '#src/features/notification/AvisInvite.tsx'
import { mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { prefetch } from '../../-prefetch.ts'

export const Route = createFileRoute('/_espace/participant/envois')({
  loader: ({ context }) => prefetch(context.queryClient, mesEvenementsQuery),
  component: Envois,
})

function Envois() {
  const { utilisateurId } = Route.useRouteContext()
  const evenementOf = useEvenementOf()
  return (
    <EnvoisPage
      titreOf={(id) => evenementOf(id)?.titre}
      fuseauOf={(id) => evenementOf(id)?.fuseau}
      offer={<AvisInvite utilisateurId={utilisateurId} />}
    />
  )
}
