import { Check, Download } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { type Inscription, statutInscriptionLabels } from '#domain/inscription/inscription.ts'
import { downloadFile } from '#src/pwa/saveToPhone.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ChipSelect } from '#src/ui/chips/ChipSelect.tsx'
import { Check as CheckBox } from '#src/ui/field/Check.tsx'
import { SearchField } from '#src/ui/field/SearchField.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { NoMatch } from '#src/ui/state/NoMatch.tsx'
import { count, formatNumber } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { filterInscriptions, type ParLien, shownInscriptions, type View } from './inscriptionList.ts'
import { inscriptionsCsv } from './inscriptionsCsv.ts'
import type { Sort } from './inscriptionSorts.ts'
import { type LienNames, wayOptions } from './inscriptionWay.ts'
import { InscriptionsTable } from './InscriptionsTable.tsx'
import { type Decision, type Decisions, useDecideInscriptions } from './useDecideInscriptions.ts'
import css from './Inscriptions.module.css'

interface Props {
  evenementId: number
  titre: string | undefined
  inscriptions: readonly Inscription[]
  /** Names of the event's links. */
  liens: LienNames
  view: View
  onView: (change: Partial<View>) => void
}

const sortLabels: readonly { value: Exclude<Sort, 'attente'> | ''; label: string }[] = [
  { value: '', label: "En attente d'abord" },
  { value: 'nom', label: 'Nom, de A à Z' },
  { value: '-nom', label: 'Nom, de Z à A' },
  { value: '-date', label: "Plus récentes d'abord" },
  { value: 'date', label: "Plus anciennes d'abord" },
  { value: 'statut', label: 'Statut' },
  { value: '-statut', label: 'Statut, à rebours' },
]

export function InscriptionsList({ evenementId, titre, inscriptions, liens, view, onView }: Props) {
  // Deferred: the search field stays responsive while a long list re-renders.
  const shown = shownInscriptions(inscriptions, useDeferredValue(view))
  const decisions = useDecideInscriptions(evenementId)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setChosen((before) => {
      const others = [...before].filter((id) => !ids.includes(id))
      return new Set(isChosen ? [...others, ...ids] : others)
    })
  const counted = filterInscriptions(inscriptions, { ...view, lien: 'TOUS' })
  const ways = wayOptions({ all: inscriptions, counted, chosen: view.lien, liens })
  if (inscriptions.length === 0)
    return <EmptyState title="Personne n'est encore inscrit">Invitez vos premiers participants par e-mail.</EmptyState>
  return (
    <>
      <div className={css.tools}>
        <SearchField
          label="Rechercher une inscription"
          placeholder="Nom ou e-mail"
          value={view.q}
          onSearch={(text) => onView({ q: text })}
        />
        {ways.length > 0 && (
          <ChipSelect
            label="Filtrer par lien"
            value={wayValue(view.lien)}
            options={ways.map(({ value, label }) => ({ value: wayValue(value), label }))}
            onChange={(value) => onView({ lien: ways.find((way) => wayValue(way.value) === value)?.value ?? 'TOUS' })}
          />
        )}
        <span className={css.sortSelect}>
          <ChipSelect
            label="Trier les inscriptions"
            value={view.tri === 'attente' ? '' : view.tri}
            options={sortLabels}
            onChange={(tri) => onView({ tri: tri === '' ? 'attente' : (tri as Sort) })}
          />
        </span>
        <Button
          look="quiet"
          disabled={shown.length === 0}
          onClick={() => saveCsv(evenementId, inscriptionsCsv(shown, liens))}
          aria-label="Exporter les inscriptions affichées en CSV"
        >
          <Download />
          Exporter
        </Button>
      </div>
      <Status hidden>{count(shown.length, 'inscription', 'inscriptions')}</Status>
      <DecideMany shown={shown} chosen={chosen} onChoose={choose} decisions={decisions} />
      {shown.length === 0 ? (
        <NoMatch title={emptyTitle(view)} onClear={() => onView({ q: '', statut: 'TOUTES', lien: 'TOUS' })} />
      ) : (
        <InscriptionsTable
          evenementId={evenementId}
          titre={titre}
          inscriptions={shown}
          liens={liens}
          tri={view.tri}
          onSort={(tri) => onView({ tri })}
          decisions={decisions}
          chosen={chosen}
          onChoose={choose}
        />
      )}
    </>
  )
}

interface ManyProps {
  shown: readonly Inscription[]
  chosen: ReadonlySet<number>
  onChoose: (ids: readonly number[], isChosen: boolean) => void
  decisions: Decisions
}

/** Applies one decision to all selected and visible registrations, after a confirmation. */
function DecideMany({ shown, chosen, onChoose, decisions }: ManyProps) {
  const [asked, setAsked] = useState<Decision>()
  const waiting = shown.filter(({ statutInscription }) => statutInscription === 'EN_ATTENTE').map(({ id }) => id)
  const ids = waiting.filter((id) => chosen.has(id))
  const { stop, isBusy } = decisions
  const decide = (statut: Decision) => {
    setAsked(undefined)
    decisions.decideMany(ids, statut)
  }
  return (
    <>
      {waiting.length > 0 && (
        <div className={css.many}>
          <CheckBox
            checked={ids.length === waiting.length}
            disabled={isBusy}
            onChange={(event) => onChoose(waiting, event.target.checked)}
          >
            {`Sélectionner ${count(waiting.length, 'inscription en attente', 'inscriptions en attente')}`}
          </CheckBox>
          {ids.length > 0 && (
            <div className="actions">
              <Button {...rowAction('valider-choix')} busy={isBusy} onClick={() => setAsked('VALIDE')}>
                <Check />
                {`Valider ${formatNumber(ids.length)}`}
              </Button>
              <Button {...rowAction('refuser-choix')} look="quiet" disabled={isBusy} onClick={() => setAsked('ANNULE')}>
                {`Refuser ${formatNumber(ids.length)}`}
              </Button>
            </div>
          )}
        </div>
      )}
      {stop && (
        <Banner tone="amber" announce="alert" title={stop.reason} className={css.stop}>
          {` ${count(stop.done, 'inscription traitée', 'inscriptions traitées')} sur ${formatNumber(stop.total)}.`}
        </Banner>
      )}
      {asked && (
        <ConfirmDialog
          title={
            asked === 'VALIDE'
              ? `Valider ${count(ids.length, 'inscription', 'inscriptions')}`
              : `Refuser ${count(ids.length, 'inscription', 'inscriptions')}`
          }
          question={
            asked === 'VALIDE'
              ? "Ces personnes verront l'événement et pourront y participer."
              : "Ces personnes ne verront plus l'événement. Seule une nouvelle invitation pourra rouvrir leur inscription."
          }
          confirm={asked === 'VALIDE' ? `Valider ${formatNumber(ids.length)}` : `Refuser ${formatNumber(ids.length)}`}
          cancel="Retour"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => decide(asked)}
        />
      )}
    </>
  )
}

/** The value of the select: '' is no filter. */
function wayValue(way: ParLien): string {
  return way === 'TOUS' ? '' : String(way)
}

function emptyTitle({ q, statut, lien }: View): string {
  if (q.trim() !== '' || lien !== 'TOUS') return 'Aucune inscription ne correspond'
  return `Aucune inscription ${statut === 'TOUTES' ? '' : statutInscriptionLabels[statut].label.toLowerCase()}`
}

function saveCsv(evenementId: number, text: string): void {
  downloadFile(new File([text], `eclats-inscriptions-${evenementId}.csv`, { type: 'text/csv' }))
}
