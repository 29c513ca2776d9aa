import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ofName } from '#domain/texte/ofName.ts'
import { type Evenement, statutEvenementLabels } from '#domain/evenement/evenement.ts'
import { statutInscriptionLabels } from '#domain/inscription/inscription.ts'
import { canRegister, canUnregister } from '#domain/permissions/evenement.permissions.ts'
import { useIsGuest } from '#src/api/useSession.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { formatDay } from '#src/ui/text/dates.ts'
import css from './MonEvenement.module.css'

export type ParticipationAction = 'inscrire' | 'desinscrire'

interface Props {
  evenement: Evenement
  utilisateurId: number
  coverOf: (evenement: Evenement) => ReactNode
  onAction: (action: ParticipationAction) => void
}

/** One event of the profile's list, with its available action, otherwise its statut. */
export function MonEvenement({ evenement, utilisateurId, coverOf, onAction }: Props) {
  const own = evenement.inscriptions.find(({ user }) => user.id === utilisateurId)?.statutInscription ?? null
  const onlineOnly = useOnlineOnly()
  // A guest neither registers nor leaves: the server refuses both.
  const canAct = !useIsGuest()
  const statut = statutEvenementLabels[evenement.statut]
  return (
    <li className={css.event}>
      <span className={css.cover}>{coverOf(evenement)}</span>
      <div className={css.text}>
        <Link to="/participant/evenements/$id" params={{ id: evenement.id }}>
          <b>{evenement.titre}</b>
        </Link>
        <p className="meta">
          {formatDay(evenement.dateDebut, evenement.fuseau)}, {evenement.lieu}
        </p>
        {own !== null && own !== 'VALIDE' && (
          <p className="meta">Inscription {statutInscriptionLabels[own].label.toLowerCase()}</p>
        )}
      </div>
      <div className={css.action}>
        {canAct && canRegister(evenement, own) ? (
          <Button
            {...rowAction('participation')}
            {...onlineOnly}
            aria-label={`S'inscrire à ${evenement.titre}`}
            onClick={() => onAction('inscrire')}
          >
            S'inscrire
          </Button>
        ) : canAct && canUnregister(evenement, own) ? (
          <Button
            {...rowAction('participation')}
            {...onlineOnly}
            aria-label={`Se désinscrire ${ofName(evenement.titre)}`}
            onClick={() => onAction('desinscrire')}
          >
            Se désinscrire
          </Button>
        ) : (
          <Badge tone={statut.tone} live={evenement.statut === 'EN_COURS'}>
            {statut.label}
          </Badge>
        )}
      </div>
    </li>
  )
}
