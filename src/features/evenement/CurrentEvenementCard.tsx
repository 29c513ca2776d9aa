import { Link, linkOptions } from '@tanstack/react-router'
import { ImagePlus } from 'lucide-react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { hueOf } from '#src/ui/avatar/initials.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatEventDayTime } from '#src/ui/text/dates.ts'
import { AlbumCount } from './AlbumCount.tsx'
import { EnAttenteBadge } from './EnAttenteBadge.tsx'
import { Cover } from './Cover.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import css from './ParticipantEvenements.module.css'

interface Props {
  evenement: Evenement
  /** The participant's own registration. */
  statutInscription: StatutInscription | null
  onAdd: (evenement: Evenement) => void
}

/** Large card of the event in progress, with the main action. */
export function CurrentEvenementCard({ evenement, statutInscription, onAdd }: Props) {
  const page = linkOptions({ to: '/participant/evenements/$id', params: { id: evenement.id } })
  return (
    <section className="stack" aria-labelledby="en-ce-moment">
      <h2 id="en-ce-moment" className="visually-hidden">
        En ce moment
      </h2>
      <article className={css.feature} style={{ '--hue': hueOf(evenement.id) }}>
        <div className={classNames(css.featureCover, 'on-photo')}>
          <Link {...page} tabIndex={-1} aria-hidden="true">
            <Cover evenement={evenement} width={1600} className={css.fill} />
          </Link>
          <StatutBadge statut={evenement.statut} />
        </div>
        <div className={css.featureBody}>
          <h3>
            <Link {...page}>{evenement.titre}</Link>
          </h3>
          <p className="meta">
            jusqu'au {formatEventDayTime(evenement.dateFin, evenement.fuseau)}
            <br />
            {evenement.lieu}
          </p>
          <AlbumCount album={evenement.album} />
          {statutInscription === 'EN_ATTENTE' && (
            <div>
              <EnAttenteBadge />
            </div>
          )}
          <Button look="primary" onClick={() => onAdd(evenement)}>
            <ImagePlus />
            {phrases.ajouterMedia}
          </Button>
        </div>
      </article>
    </section>
  )
}
