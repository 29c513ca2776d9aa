import { Check, Pencil } from 'lucide-react'
import { useState } from 'react'
import {
  type Inscription,
  nextStatutsInscription,
  type SortMedias,
  statutInscriptionLabels,
  typeParticipationLabels,
} from '#domain/inscription/inscription.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatShortDayTime } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { RowError } from '#src/ui/text/RowError.tsx'
import type { SelectableStatut } from './inscriptionList.ts'
import type { Sort } from './inscriptionSorts.ts'
import { type LienNames, wayOf } from './inscriptionWay.ts'
import { MediasField } from './MediasField.tsx'
import { RenommerSheet } from './RenommerSheet.tsx'
import type { Decision, Decisions } from './useDecideInscriptions.ts'
import css from './InscriptionsTable.module.css'

const notice = "Cette personne ne verra plus l'événement. Seule une nouvelle invitation pourra rouvrir son inscription."

interface Props {
  evenementId: number
  titre: string | undefined
  /** In display order. */
  inscriptions: readonly Inscription[]
  /** Names of the event's links. */
  liens: LienNames
  tri: Sort
  onSort: (tri: Sort) => void
  decisions: Decisions
  /** The statut of the registrations that can be selected. */
  selects: SelectableStatut
  /** Ids selected for a bulk decision. */
  chosen: ReadonlySet<number>
  onChoose: (ids: readonly number[], isChosen: boolean) => void
}

/** A table: rows on wide screens, cards on narrow ones. */
export function InscriptionsTable({ titre = 'cet événement', inscriptions, tri, onSort, ...rows }: Props) {
  const sortBy = (key: 'nom' | 'date' | 'statut'): NonNullable<Column['sort']> => ({
    direction: tri === key ? 'ascending' : tri === `-${key}` ? 'descending' : 'none',
    onSort: () => onSort(tri === key ? `-${key}` : key),
  })
  const columns = [
    { name: 'Participant', sort: sortBy('nom') },
    'E-mail',
    { name: 'Statut', sort: sortBy('statut') },
    'Participation',
    { name: 'Inscription', sort: sortBy('date') },
    'Actions',
  ]
  return (
    <div className={classNames('card', css.people)}>
      <Table caption={`Inscriptions à ${titre}`} columns={columns}>
        {inscriptions.map((inscription) => (
          <Row key={inscription.id} inscription={inscription} {...rows} />
        ))}
      </Table>
    </div>
  )
}

type RowProps = Pick<Props, 'evenementId' | 'liens' | 'decisions' | 'selects' | 'chosen' | 'onChoose'> & {
  inscription: Inscription
}

function Row({ evenementId, inscription, liens, decisions, selects, chosen, onChoose }: RowProps) {
  const once = useOnce()
  const [isAsked, setAsked] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  const [isPending, setPending] = useState(false)
  const [medias, setMedias] = useState<SortMedias>('GARDER')
  const set = (statut: Decision) =>
    once(async () => {
      setPending(true)
      await decisions.decide(inscription.id, statut, statut === 'ANNULE' ? medias : undefined)
      setPending(false)
      setAsked(false)
    })
  const { user, statutInscription, typeParticipation, dateInscription } = inscription
  const name = nomComplet(user)
  const way = wayOf(inscription, liens)
  const next = nextStatutsInscription(statutInscription)
  const { label, tone } = statutInscriptionLabels[statutInscription]
  const verb = statutInscription === 'EN_ATTENTE' ? 'Refuser' : 'Annuler'
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
          <span className={css.address}>{user.email}</span>
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
        {next.length > 0 && (
          <div className="actions">
            {next.includes('VALIDE') && (
              <Button
                {...rowAction('valider')}
                busy={isPending && !isAsked}
                disabled={decisions.isBusy}
                onClick={() => set('VALIDE')}
                aria-label={`Valider ${name}`}
              >
                <Check />
                Valider
              </Button>
            )}
            {next.includes('ANNULE') && (
              <Button
                {...rowAction('annuler')}
                look="quiet"
                disabled={decisions.isBusy}
                onClick={() => setAsked(true)}
                aria-label={`${verb} l'inscription ${ofName(name)}`}
              >
                {verb}
              </Button>
            )}
          </div>
        )}
        {next.length > 0 && <RowError error={decisions.failures.get(inscription.id)} />}
        {isAsked && (
          <ConfirmDialog
            title={`${verb} l'inscription ${ofName(name)}`}
            question={notice}
            confirm={`${verb} l'inscription`}
            cancel="Retour"
            busy={isPending}
            onCancel={() => setAsked(false)}
            onConfirm={() => set('ANNULE')}
          >
            {statutInscription === 'VALIDE' && (
              <MediasField label="Ses photos dans l'événement" value={medias} onChange={setMedias} />
            )}
          </ConfirmDialog>
        )}
        {isRenaming && (
          <RenommerSheet evenementId={evenementId} inscription={inscription} onClose={() => setRenaming(false)} />
        )}
      </td>
    </tr>
  )
}
