import { Check } from 'lucide-react'
import { useState } from 'react'
import {
  type Inscription,
  nextStatutsInscription,
  statutInscriptionLabels,
  typeParticipationLabels,
} from '#domain/inscription/inscription.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { Table } from '#src/ui/table/Table.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatShortDayTime } from '#src/ui/text/dates.ts'
import { RowError } from '#src/ui/text/RowError.tsx'
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
  return (
    <div className={classNames('card', css.people)}>
      <Table caption={`Inscriptions à ${titre}`} columns={columns}>
        {inscriptions.map((inscription) => (
          <Row key={inscription.id} evenementId={evenementId} inscription={inscription} />
        ))}
      </Table>
    </div>
  )
}

function Row({ evenementId, inscription }: { evenementId: number; inscription: Inscription }) {
  const decide = useDecideInscription(evenementId)
  const once = useOnce()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const set = (statut: 'VALIDE' | 'ANNULE') =>
    once(() => decide.mutateAsync({ id: inscription.id, statut }).finally(close))
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
              <Button busy={decide.isPending && !isAsked} onClick={() => set('VALIDE')} aria-label={`Valider ${name}`}>
                <Check />
                Valider
              </Button>
            )}
            {next.includes('ANNULE') && (
              <Button look="quiet" onClick={() => setAsked(true)} aria-label={`Annuler l'inscription ${ofName(name)}`}>
                Annuler
              </Button>
            )}
          </div>
        )}
        {next.length > 0 && <RowError error={decide.error ? failureOf(decide) : undefined} />}
        {isAsked && (
          <ConfirmDialog
            title={`Annuler l'inscription ${ofName(name)}`}
            question="Cette personne ne verra plus l'événement. Seule une nouvelle invitation pourra rouvrir son inscription."
            confirm="Annuler l'inscription"
            cancel="Retour"
            busy={decide.isPending}
            onCancel={close}
            onConfirm={() => set('ANNULE')}
          />
        )}
      </td>
    </tr>
  )
}

function failureOf({ error, variables }: Pick<ReturnType<typeof useDecideInscription>, 'error' | 'variables'>) {
  const title =
    variables?.statut === 'ANNULE' ? phrases.inscriptionErreurAnnulation : phrases.inscriptionErreurValidation
  return { title, detail: causeOr(error, '') }
}
