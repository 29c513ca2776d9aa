import { Check } from 'lucide-react'
import { useState } from 'react'
import {
  type Inscription,
  nextStatutsInscription,
  statutInscriptionLabels,
  typeParticipationLabels,
} from '#domain/inscription/inscription.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { Table } from '#src/ui/table/Table.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatShortDayTime } from '#src/ui/text/dates.ts'
import { useDecideInscription } from './inscription.queries.ts'
import css from './Inscriptions.module.css'

interface Props {
  evenementId: number
  titre: string | undefined
  inscriptions: readonly Inscription[]
}

const columns = ['Participant', 'Email', 'Statut', 'Participation', 'Inscription', 'Actions']

/** One table: rows on wide screens, cards on narrow ones. */
export function InscriptionsTable({ evenementId, titre = 'cet événement', inscriptions }: Props) {
  const decide = useDecideInscription(evenementId)
  const [cancelling, setCancelling] = useState<Inscription>()
  const busy = decide.isPending ? decide.variables.id : undefined
  return (
    <div className={classNames('card', css.people)}>
      <Table caption={`Inscriptions à ${titre}`} columns={columns}>
        {inscriptions.map((inscription) => (
          <Row
            key={inscription.id}
            inscription={inscription}
            busy={busy === inscription.id}
            onValidate={() => decide.mutate({ id: inscription.id, statut: 'VALIDE' })}
            onCancel={() => setCancelling(inscription)}
          />
        ))}
      </Table>
      {cancelling && (
        <ConfirmDialog
          title={`Annuler l'inscription de ${cancelling.user.prenom} ${cancelling.user.nom}`}
          question="Cette personne ne verra plus l'événement. Seule une nouvelle invitation pourra rouvrir son inscription."
          confirm="Annuler l'inscription"
          cancel="Retour"
          busy={decide.isPending}
          onCancel={() => setCancelling(undefined)}
          onConfirm={() =>
            decide.mutate({ id: cancelling.id, statut: 'ANNULE' }, { onSettled: () => setCancelling(undefined) })
          }
        />
      )}
    </div>
  )
}

interface RowProps {
  inscription: Inscription
  busy: boolean
  onValidate: () => void
  onCancel: () => void
}

function Row({ inscription, busy, onValidate, onCancel }: RowProps) {
  const { user, statutInscription, typeParticipation, dateInscription } = inscription
  const name = `${user.prenom} ${user.nom}`
  const next = nextStatutsInscription(statutInscription)
  const { label, tone } = statutInscriptionLabels[statutInscription]
  return (
    <tr>
      <td>
        <span className={css.tablePerson}>
          <Avatar person={user} />
          <span>{name}</span>
        </span>
      </td>
      <td className={css.peopleMail}>
        <span className={css.peopleAddress}>{user.email}</span>
      </td>
      <td className={css.peopleStatus}>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td className={css.peopleType}>{typeParticipationLabels[typeParticipation]}</td>
      <td className={css.peopleDate}>
        <time dateTime={dateInscription}>{formatShortDayTime(dateInscription)}</time>
      </td>
      <td className={css.peopleActions}>
        {next.length > 0 && (
          <div className="actions">
            {next.includes('VALIDE') && (
              <Button busy={busy} onClick={onValidate} aria-label={`Valider ${name}`}>
                <Check />
                Valider
              </Button>
            )}
            {next.includes('ANNULE') && (
              <Button look="quiet" onClick={onCancel} aria-label={`Annuler l'inscription de ${name}`}>
                Annuler
              </Button>
            )}
          </div>
        )}
      </td>
    </tr>
  )
}
