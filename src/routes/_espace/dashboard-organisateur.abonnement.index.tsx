import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import type { PlanLimits } from '#domain/abonnement/abonnement.ts'
import { AbonnementPage } from '#src/features/abonnement/AbonnementPage.tsx'
import { PlanUsage } from '#src/features/evenement/PlanUsage.tsx'
import { evenementsOrganisateurQuery, limitesQuery } from '#src/features/evenement/evenement.queries.ts'
import { abonnementQuery, plansQuery } from '#src/features/abonnement/abonnement.queries.ts'
import { prefetch } from '../-prefetch.ts'
import { searchParam } from '../-searchParam.ts'

const search = v.object({ paiement: searchParam(v.literal('abandonne')) })

export const Route = createFileRoute('/_espace/dashboard-organisateur/abonnement/')({
  validateSearch: search,
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, abonnementQuery)
    prefetch(queryClient, plansQuery)
    prefetch(queryClient, limitesQuery)
    prefetch(queryClient, evenementsOrganisateurQuery)
  },
  component: Abonnement,
})

const usageOf = (known: PlanLimits | undefined) => <PlanUsage known={known} />

function Abonnement() {
  const { paiement } = Route.useSearch()
  return <AbonnementPage isAbandoned={paiement === 'abandonne'} usageOf={usageOf} />
}
