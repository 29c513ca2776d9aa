import type { ReactNode } from 'react'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { Gauge } from '#src/ui/progress/Gauge.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { count } from '#src/ui/text/quantities.ts'
import { EvenementAlbum } from './EvenementAlbum.tsx'
import { EvenementFacts } from './EvenementFacts.tsx'
import { EvenementNumbers } from './EvenementNumbers.tsx'
import { EvenementStatut } from './EvenementStatut.tsx'
import css from './OrganisateurEvenement.module.css'

interface Props {
  evenement: EvenementOrganisateur
  acts: ReactNode
  qr: ReactNode
  attente: ReactNode
}

/** The tab of the details: actions, QR code, facts, what waits, places, statut, album and figures of an event. */
export function EvenementDetails({ evenement, acts, qr, attente }: Props) {
  const { VALIDE } = evenement.comptes.inscriptions
  return (
    <>
      <div className={css.acts}>{acts}</div>
      <div className={css.details}>
        <div className={css.side}>
          {qr}
          <div className={classNames(css.facts, 'stack')}>
            <EvenementFacts evenement={evenement} />
          </div>
        </div>
        <div className={css.main}>
          {attente}
          <div className={css.two}>
            {evenement.capaciteMax != null && (
              <section aria-labelledby="places">
                <h2 id="places">Places</h2>
                <Gauge label={count(VALIDE, 'inscrit', 'inscrits')} value={VALIDE} max={evenement.capaciteMax} />
              </section>
            )}
            <section aria-labelledby="statut">
              <h2 id="statut">Statut</h2>
              <EvenementStatut evenement={evenement} />
            </section>
            <EvenementAlbum evenement={evenement} />
          </div>
          <div className={css.numbers}>
            <EvenementNumbers evenement={evenement} />
          </div>
        </div>
      </div>
    </>
  )
}
