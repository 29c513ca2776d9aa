import { Link, linkOptions } from '@tanstack/react-router'
import { ImagePlus } from 'lucide-react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { formatDay } from '#src/ui/text/dates.ts'
import { AlbumCount } from './AlbumCount.tsx'
import { Cover } from './Cover.tsx'
import { EnAttenteBadge } from './EnAttenteBadge.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import css from './ParticipantEvenements.module.css'

interface Props {
  evenement: Evenement
  /** The participant's own registration. */
  statutInscription: StatutInscription | null
  /** Absent when no media can be added. */
  onAdd: ((evenement: Evenement) => void) | undefined
}

/** One event of the participant: cover, statut, title, when and where. */
export function EvenementRow({ evenement, statutInscription, onAdd }: Props) {
  const page = linkOptions({ to: '/participant/evenements/$id', params: { id: evenement.id } })
  return (
    <li className={css.eventRow}>
      <Link {...page} className={css.eventRowCover} tabIndex={-1} aria-hidden="true">
        <Cover evenement={evenement} width={800} className={css.fill} />
      </Link>
      <div className={css.eventRowBody}>
        <StatutBadge statut={evenement.statut} />
        <h3 className="two-lines">
          <Link {...page}>{evenement.titre}</Link>
        </h3>
        <p className="meta">
          {formatDay(evenement.dateDebut, evenement.fuseau)}, {evenement.lieu}
        </p>
        <AlbumCount album={evenement.album} />
        {statutInscription === 'EN_ATTENTE' && <EnAttenteBadge />}
        {onAdd && (
          <Button onClick={() => onAdd(evenement)} aria-label={`${phrases.ajouterMedia} à ${evenement.titre}`}>
            <ImagePlus />
            {phrases.ajouterMedia}
          </Button>
        )}
      </div>
    </li>
  )
}
