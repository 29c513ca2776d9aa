import { useQuery } from '@tanstack/react-query'
import { statutAbonnementLabels } from '#domain/abonnement/abonnement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { serverNowIso } from '#src/api/serverClock.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import { abonnementQuery } from './abonnement.queries.ts'
import { sentenceOf } from './abonnementSituation.ts'
import css from './Abonnement.module.css'

export function AbonnementBox() {
  const { data: abonnement, isError } = useQuery(abonnementQuery)
  if (abonnement === undefined && !isError)
    return <LoadingBox label="Chargement de votre abonnement" className={css.boxWait} radius="var(--radius-card)" />
  return (
    <section className={classNames('card', css.box)} aria-labelledby="abonnement">
      <div className="stack" style={{ '--gap': 'var(--space-1)' }}>
        <header className={css.boxHead}>
          <h2 id="abonnement">Abonnement</h2>
          {abonnement && (
            <Badge tone={statutAbonnementLabels[abonnement.statut].tone}>
              {statutAbonnementLabels[abonnement.statut].label}
            </Badge>
          )}
        </header>
        <p className="meta">
          {french(abonnement === undefined ? phrases.abonnementErreur : sentenceOf(abonnement, serverNowIso()))}
        </p>
      </div>
      {abonnement?.statut === 'SUSPENDU' ? (
        <ButtonLink to="/dashboard-organisateur/abonnement" look="primary">
          Régler le paiement
        </ButtonLink>
      ) : (
        <ButtonLink to="/dashboard-organisateur/abonnement">Voir les plans</ButtonLink>
      )}
    </section>
  )
}
