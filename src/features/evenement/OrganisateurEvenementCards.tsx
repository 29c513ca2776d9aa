import { Plus } from 'lucide-react'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import type { Entry } from '#src/api/entries.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { NoMatch } from '#src/ui/state/NoMatch.tsx'
import { CorruptEvenement } from './CorruptEvenement.tsx'
import { filtered } from './evenementFilter.ts'
import type { Filter } from './evenementFilterNames.ts'
import { OrganisateurEvenementCard } from './OrganisateurEvenementCard.tsx'
import { runningFirst } from './runningFirst.ts'
import css from './OrganisateurEvenements.module.css'

interface Props {
  entries: readonly Entry<EvenementOrganisateur>[]
  filter: { q: string; statut: Filter }
  onClear: () => void
  onCreate: (() => void) | undefined
  onEdit: (evenement: EvenementOrganisateur) => void
  onDelete: (evenement: EvenementOrganisateur) => void
}

const firstEvent = 'Un titre et une date suffisent : votre QR code est prêt dans la minute.'

/** The grid of cards, events in progress first, or one of the two specified empty sentences. */
export function OrganisateurEvenementCards({ entries, filter, onClear, onCreate, onEdit, onDelete }: Props) {
  const shown = runningFirst(filtered(entries, filter))
  if (entries.length === 0)
    return (
      <EmptyState
        title={phrases.evenementAucun}
        action={
          onCreate && (
            <Button onClick={onCreate}>
              <Plus />
              Créer un événement
            </Button>
          )
        }
      >
        {firstEvent}
      </EmptyState>
    )
  if (shown.length === 0) return <NoMatch title={phrases.evenementAucunFiltre} onClear={onClear} />
  return (
    <ul className={css.orgEvents}>
      {shown.map((entry, index) =>
        entry === null ? (
          // A corrupt entry has no id to use as a key.
          // oxlint-disable-next-line react/no-array-index-key
          <CorruptEvenement key={`corrompu-${index}`} />
        ) : (
          <OrganisateurEvenementCard key={entry.id} evenement={entry} onEdit={onEdit} onDelete={onDelete} />
        ),
      )}
    </ul>
  )
}
