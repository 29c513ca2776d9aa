import { type EvenementOrganisateur, visibiliteLabels } from '#domain/evenement/evenement.ts'
import { statutInscriptionLabels, statutsInscription } from '#domain/inscription/inscription.ts'
import { statutMediaLabels } from '#domain/media/media.ts'
import css from './EvenementNumbers.module.css'

const mediaStatuts = ['EN_ATTENTE', 'VALIDE', 'REJETE'] as const

/** How many people and media, by statut, and who sees the event. */
export function EvenementNumbers({ evenement }: { evenement: EvenementOrganisateur }) {
  const { inscriptions, medias } = evenement.comptes
  return (
    <div className={css.numbers}>
      <section aria-labelledby="inscriptions" className="stack">
        <h2 id="inscriptions">Inscriptions</h2>
        <dl className={css.figures}>
          {statutsInscription.map((statut) => (
            <div key={statut} data-tone={statutInscriptionLabels[statut].tone}>
              <dt>{statutInscriptionLabels[statut].label}</dt>
              <dd>{inscriptions[statut]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="medias" className="stack">
        <h2 id="medias">Médias</h2>
        <dl className={css.figures}>
          {mediaStatuts.map((statut) => (
            <div key={statut} data-tone={statutMediaLabels[statut].tone}>
              <dt>{statutMediaLabels[statut].label}</dt>
              <dd>{medias[statut]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p className="meta">Visibilité&nbsp;: {visibiliteLabels[evenement.visibilite].toLowerCase()}</p>
    </div>
  )
}
