import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { defaultPlanLimits, type PlanLimits } from '#domain/abonnement/abonnement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { isRefused } from '#src/api/apiError.ts'
import { validEntries } from '#src/api/entries.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Loading, SkeletonOf } from '#src/ui/state/Skeleton.tsx'
import { french } from '#src/ui/text/french.ts'
import { useFailureToast } from '#src/ui/toast/useFailureToast.ts'
import { evenementsOrganisateurQuery, limitesQuery } from './evenement.queries.ts'
import { PlanGauges } from './PlanGauges.tsx'
import css from './OrganisateurEvenements.module.css'

/** The plan's limits and their usage. `known`: limits from another query, used until the own query answers. */
export function PlanUsage({ known }: { known: PlanLimits | undefined }) {
  const limites = useQuery(limitesQuery)
  const { data: evenements, isError } = useQuery(evenementsOrganisateurQuery)
  const isUnknown = isRefused(limites.error) && limites.data === undefined
  useFailureToast(isUnknown, phrases.limitesErreur)
  const limits = limites.data ?? known
  return (
    <div className={css.usage}>
      {isUnknown && (
        <Banner tone="gray" icon={<Info />}>
          {phrases.limitesErreurVotre}
        </Banner>
      )}
      {limits && evenements && <PlanGauges limits={limits} evenements={validEntries(evenements)} />}
      {!isUnknown && !isError && !(limits && evenements) && (
        <Loading label="Chargement de votre plan">
          <SkeletonOf>
            <PlanGauges limits={defaultPlanLimits.FREEMIUM} evenements={[]} />
          </SkeletonOf>
        </Loading>
      )}
      {!isUnknown && (
        <p className="meta">{limits ? french(`Commission : ${limits.commission_pourcent} %`) : <>&nbsp;</>}</p>
      )}
    </div>
  )
}
