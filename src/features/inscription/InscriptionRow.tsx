import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { type Inscription, statutInscriptionLabels, typeParticipationLabels } from '#domain/inscription/inscription.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { formatShortDayTime } from '#src/ui/text/dates.ts'
import { EmailAddress } from '#src/ui/text/EmailAddress.tsx'
import { french } from '#src/ui/text/french.ts'
import { InscriptionActions } from './InscriptionActions.tsx'
import type { SelectableStatut } from './inscriptionList.ts'
import { type LienNames, wayOf } from './inscriptionWay.ts'
import { RenommerSheet } from './RenommerSheet.tsx'
import type { Decisions } from './useDecideInscriptions.ts'
import css from './InscriptionsTable.module.css'

export interface InscriptionRowProps {
  evenementId: number
  inscription: Inscription
  /** Names of the event's links. */
  liens: LienNames
  decisions: Decisions
  /** The statut of the registrations that can be selected. */
  selects: SelectableStatut
  /** Ids selected for a bulk decision. */
  chosen: ReadonlySet<number>
  onChoose: (ids: readonly number[], isChosen: boolean) => void
}

/** One registration: the person, how they came, and what the organiser can decide. */
export function InscriptionRow(row: InscriptionRowProps) {
  const { evenementId, inscription, liens, decisions, selects, chosen, onChoose } = row
  const [isRenaming, setRenaming] = useState(false)
  const { user, statutInscription, typeParticipation, dateInscription } = inscription
  const name = nomComplet(user)
  const way = wayOf(inscription, liens)
  const { label, tone } = statutInscriptionLabels[statutInscription]
  return (
    <tr>
      <td>
        <span className={css.person}>
          {statutInscription === selects && (
            <label className={css.choose}>
              <input
                type="checkbox"
                aria-label={`Sélectionner ${name}`}
                checked={chosen.has(inscription.id)}
                onChange={(event) => onChoose([inscription.id], event.target.checked)}
              />
            </label>
          )}
          <Avatar person={user} />
          <span>{name}</span>
        </span>
      </td>
      <td className={css.mail}>
        {user.invite ? (
          <span className={css.guest}>
            Avec un prénom
            <IconButton name={`Renommer ${name}`} onClick={() => setRenaming(true)}>
              <Pencil className="icon--small" />
            </IconButton>
          </span>
        ) : (
          <span className={css.address}>
            <EmailAddress>{user.email}</EmailAddress>
          </span>
        )}
        {way !== null && <span className={css.way}>{french(way)}</span>}
      </td>
      <td className={css.status}>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td className={css.type}>{typeParticipationLabels[typeParticipation]}</td>
      <td className={css.date}>
        <time dateTime={dateInscription}>{formatShortDayTime(dateInscription)}</time>
      </td>
      <td className={css.actions}>
        <InscriptionActions inscription={inscription} decisions={decisions} />
        {isRenaming && (
          <RenommerSheet evenementId={evenementId} inscription={inscription} onClose={() => setRenaming(false)} />
        )}
      </td>
    </tr>
  )
}
