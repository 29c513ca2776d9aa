import { type EvenementOrganisateur, visibiliteLabels } from '#domain/evenement/evenement.ts'
import { statutInscriptionLabels, statutsInscription } from '#domain/inscription/inscription.ts'
import type { Label } from '#domain/texte/tone.ts'
import { statutMediaLabels } from '#domain/media/media.ts'
import { type Figure, Figures } from '#src/ui/figures/Figures.tsx'
import { agree, pluralStatut } from '#src/ui/text/quantities.ts'
import css from './EvenementNumbers.module.css'

const mediaStatuts = ['EN_ATTENTE', 'VALIDE', 'REJETE'] as const

/** Number of people and media by statut, and the event's visibility. */
export function EvenementNumbers({ evenement }: { evenement: EvenementOrganisateur }) {
  const { inscriptions, medias } = evenement.comptes
  return (
    <div className={css.numbers}>
      <section aria-labelledby="inscriptions" className="stack">
        <h2 id="inscriptions">Inscriptions</h2>
        <Figures
          figures={statutsInscription.map((statut) => figureOf(statutInscriptionLabels[statut], inscriptions[statut]))}
        />
      </section>
      <section aria-labelledby="medias" className="stack">
        <h2 id="medias">Médias</h2>
        <Figures figures={mediaStatuts.map((statut) => figureOf(statutMediaLabels[statut], medias[statut]))} />
      </section>
      <p className="meta">Visibilité&nbsp;: {visibiliteLabels[evenement.visibilite].toLowerCase()}</p>
    </div>
  )
}

function figureOf({ label, tone }: Label, value: number): Figure {
  return { label: agree(value, label, pluralStatut(label)), tone, value }
}
