import { createFileRoute } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { EnvoisPage } from '#src/features/envoi/EnvoisPage.tsx'
import { LeftEntrySheet } from '#src/features/envoi/LeftEntrySheet.tsx'
import { useEvenementOf, useIsEvenementGone } from '#src/features/evenement/useMesEvenements.ts'
import { OtherEntries } from '#src/features/lien/OtherEntries.tsx'
import { useOtherEntries } from '#src/features/lien/useOtherEntries.ts'
import { AvisInvite } from '#src/features/notification/AvisInvite.tsx'
import { mesEvenementsQuery } from '#src/features/evenement/evenement.queries.ts'
import { prefetch } from '../../-prefetch.ts'

export const Route = createFileRoute('/_espace/participant/envois')({
  loader: ({ context }) => prefetch(context.queryClient, mesEvenementsQuery),
  component: Envois,
})

const sheetOf = (photos: ComponentProps<typeof LeftEntrySheet>) => <LeftEntrySheet {...photos} />

function Envois() {
  const { utilisateurId } = Route.useRouteContext()
  const evenementOf = useEvenementOf()
  const isEvenementGone = useIsEvenementGone()
  const otherEntries = useOtherEntries(utilisateurId)
  return (
    <EnvoisPage
      titreOf={(id) => evenementOf(id)?.titre}
      isEvenementGone={isEvenementGone}
      fuseauOf={(id) => evenementOf(id)?.fuseau}
      shownOthers={otherEntries.flatMap(({ items }) => items)}
      others={<OtherEntries entries={otherEntries} sheetOf={sheetOf} />}
      offer={<AvisInvite utilisateurId={utilisateurId} />}
    />
  )
}
