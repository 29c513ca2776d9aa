import type { UseQueryResult } from '@tanstack/react-query'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { type Entry, validEntries } from '#src/api/entries.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { SelectField } from '#src/ui/field/SelectField.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { Contributeurs } from './Contributeurs.tsx'
import { RecompensesDonnees } from './RecompensesDonnees.tsx'
import css from './Recompenses.module.css'

interface Props {
  /** The organiser's own events, newest first; null for an administrator, who has read access only. */
  evenements: UseQueryResult<Entry<EvenementOrganisateur>[]> | null
  /** The event selected in the URL. */
  evenementId: number | undefined
  onChoose: (evenementId: number) => void
}

/** Contributors to thank, per event, and the rewards given. */
export function RecompensesPage({ evenements, evenementId, onChoose }: Props) {
  return (
    <Page title="Récompenses" className={evenements === null ? css.narrow : css.page}>
      <PageHead title="Récompenses" />
      {evenements !== null && (
        <section className="stack" aria-labelledby="contributeurs">
          <h2 id="contributeurs">Contributeurs</h2>
          <QueryState
            query={evenements}
            loading={
              <LoadingBox label="Chargement des événements" rows={3} height="4.25rem" radius="var(--radius-control)">
                <div style={{ paddingBlockEnd: 'var(--space-2)' }}>
                  <Skeleton height="5rem" radius="var(--radius-control)" />
                </div>
              </LoadingBox>
            }
            errorMessage={phrases.evenementsErreur}
          >
            {(entries) => <OfEvenement evenements={validEntries(entries)} chosenId={evenementId} onChoose={onChoose} />}
          </QueryState>
        </section>
      )}
      <section className="stack" aria-labelledby="donnees">
        <h2 id="donnees">Récompenses données</h2>
        <RecompensesDonnees isAdministrateur={evenements === null} />
      </section>
    </Page>
  )
}

interface ChoiceProps {
  evenements: readonly EvenementOrganisateur[]
  chosenId: number | undefined
  onChoose: (evenementId: number) => void
}

function OfEvenement({ evenements, chosenId, onChoose }: ChoiceProps) {
  const chosen = evenements.find(({ id }) => id === chosenId) ?? evenements.find(hasMedias) ?? evenements[0]
  if (!chosen)
    return (
      <EmptyState
        title={phrases.evenementAucun}
        action={<ButtonLink to="/organizer/evenements">Voir mes événements</ButtonLink>}
      />
    )
  return (
    <>
      <SelectField
        label="Événement"
        value={String(chosen.id)}
        options={evenements.map(({ id, titre }) => ({ value: String(id), label: titre }))}
        onChange={(event) => onChoose(Number(event.target.value))}
      />
      <Contributeurs key={chosen.id} evenementId={chosen.id} />
    </>
  )
}

function hasMedias({ comptes: { medias } }: EvenementOrganisateur): boolean {
  return medias.VALIDE + medias.EN_ATTENTE > 0
}
