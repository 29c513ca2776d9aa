import { Images } from 'lucide-react'
import { ofName } from '#domain/texte/ofName.ts'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatEventDayTime } from '#src/ui/text/dates.ts'
import { agree, formatNumber } from '#src/ui/text/quantities.ts'
import { Cover } from './Cover.tsx'
import { EvenementStatut } from './EvenementStatut.tsx'
import css from './OrganisateurEvenements.module.css'

interface Props {
  evenement: EvenementOrganisateur
  onEdit: (evenement: EvenementOrganisateur) => void
  onDelete: (evenement: EvenementOrganisateur) => void
}

/** One of the organiser's events: cover, status select, counts and the four specified buttons. */
export function OrganisateurEvenementCard({ evenement, onEdit, onDelete }: Props) {
  const { id, titre, dateDebut, fuseau, lieu, capaciteMax, comptes } = evenement
  const { EN_ATTENTE: waiting, VALIDE, REJETE } = comptes.medias
  const medias = waiting + VALIDE + REJETE
  return (
    <li className={classNames(css.orgEvent, 'card')}>
      <Cover evenement={evenement} width={800} className={css.orgEventCover} />
      <div className={css.orgEventBody}>
        <EvenementStatut evenement={evenement} />
        <h3 className="two-lines">{titre}</h3>
        <p className="meta">
          {formatEventDayTime(dateDebut, fuseau)}
          <br />
          {lieu}
        </p>
        <p className={css.orgEventCounts}>
          <span>
            <b>{formatNumber(comptes.inscriptions.VALIDE)}</b>
            {capaciteMax == null
              ? ` ${agree(comptes.inscriptions.VALIDE, 'inscrit', 'inscrits')}`
              : ` sur ${formatNumber(capaciteMax)} ${agree(capaciteMax, 'inscrit', 'inscrits')}`}
          </span>
          <span>
            <b>{formatNumber(medias)}</b> {agree(medias, 'média', 'médias')}
          </span>
          {waiting > 0 && <Badge tone="amber">{formatNumber(waiting)} en attente</Badge>}
        </p>
      </div>
      <div className={css.orgEventActions}>
        <ButtonLink
          to="/organisateur/evenements/$evenementId/medias"
          params={{ evenementId: id }}
          wide
          aria-label={`${phrases.evenementGererMedias} ${ofName(titre)}`}
        >
          <Images />
          {phrases.evenementGererMedias}
        </ButtonLink>
        <ButtonLink
          to="/organizer/evenements/$id"
          params={{ id }}
          look="quiet"
          aria-label={`${phrases.evenementDetails} ${ofName(titre)}`}
        >
          {phrases.evenementDetails}
        </ButtonLink>
        <Button look="quiet" onClick={() => onEdit(evenement)} aria-label={`${phrases.evenementModifier} ${titre}`}>
          {phrases.evenementModifier}
        </Button>
        <Button
          {...rowAction('supprimer')}
          look="quiet"
          danger
          onClick={() => onDelete(evenement)}
          aria-label={`${phrases.evenementSupprimer} ${titre}`}
        >
          {phrases.evenementSupprimer}
        </Button>
      </div>
    </li>
  )
}
