import { Download } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { type Inscription, statutInscriptionLabels } from '#domain/inscription/inscription.ts'
import { downloadFile } from '#src/pwa/queue/saveToPhone.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ChipSelect } from '#src/ui/chips/ChipSelect.tsx'
import { SearchField } from '#src/ui/field/SearchField.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { NoMatch } from '#src/ui/state/NoMatch.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { DecideMany } from './DecideMany.tsx'
import { filterInscriptions, type ParLien, shownInscriptions, selectableStatut, type View } from './inscriptionList.ts'
import { inscriptionsCsv } from './inscriptionsCsv.ts'
import type { Sort } from './inscriptionSorts.ts'
import { type LienNames, wayOptions } from './inscriptionWay.ts'
import { InscriptionsTable } from './InscriptionsTable.tsx'
import { useDecideInscriptions } from './useDecideInscriptions.ts'
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
  const selects = selectableStatut(view)
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
      <DecideMany shown={shown} selects={selects} chosen={chosen} onChoose={choose} decisions={decisions} />
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
          selects={selects}
          chosen={chosen}
          onChoose={choose}
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
