import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { phrases } from '#domain/texte/phrases.ts'
import { type Figure, Figures } from '#src/ui/figures/Figures.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { agree } from '#src/ui/text/quantities.ts'
import { dashboardEndpoints } from '#domain/dashboard/dashboard.endpoints.ts'
import { call } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'

const insightParticipantQuery = persistedQuery({
  queryKey: ['insight', 'participant'],
  meta: { live: ['media'] },
  queryFn: ({ signal }) => call(dashboardEndpoints.insightParticipant, { signal }),
})
const insightOrganisateurQuery = persistedQuery({
  queryKey: ['insight', 'organisateur'],
  meta: { live: ['media'] },
  queryFn: ({ signal }) => call(dashboardEndpoints.insightOrganisateur, { signal }),
})

/** The participant's media by statut (specification, section 3, "Participant insight"). */
export function MesContributions() {
  return (
    <Statistiques
      title="Mes contributions"
      height="6.25rem"
      query={useQuery(insightParticipantQuery)}
      figuresOf={({ mediasDeposesTotal, mediasValidesTotal, mediasRejetesTotal }) => [
        figure(mediasDeposesTotal, 'média déposé', 'médias déposés'),
        { ...figure(mediasValidesTotal, 'validé', 'validés'), tone: 'green' },
        { ...figure(mediasRejetesTotal, 'rejeté', 'rejetés'), tone: 'red' },
      ]}
    />
  )
}

/** The organiser's four counters (specification, section 3, "Organiser insight"). */
export function MesStatistiques() {
  return (
    <Statistiques
      title="Mes statistiques"
      height="12rem"
      query={useQuery(insightOrganisateurQuery)}
      figuresOf={({ totalEvenements, totalParticipants, totalMediasEnAttente, totalMediasValides }) => [
        figure(totalEvenements, 'événement organisé', 'événements organisés'),
        figure(totalParticipants, 'participant inscrit', 'participants inscrits'),
        { ...figure(totalMediasEnAttente, 'média en attente', 'médias en attente'), tone: 'amber' },
        { ...figure(totalMediasValides, 'média validé', 'médias validés'), tone: 'green' },
      ]}
    />
  )
}

interface Props<T> {
  title: string
  /** Height of the figures, as a CSS length. */
  height: string
  query: UseQueryResult<T>
  figuresOf: (insight: T) => readonly Figure[]
}

function Statistiques<T>({ title, height, query, figuresOf }: Props<T>) {
  return (
    <section className="stack" aria-labelledby="statistiques">
      <h2 id="statistiques">{title}</h2>
      <QueryState
        query={query}
        errorMessage={phrases.profilChargement}
        loading={<LoadingBox label="Chargement des statistiques" height={height} radius="var(--radius-card)" />}
      >
        {(insight) => <Figures figures={figuresOf(insight)} />}
      </QueryState>
    </section>
  )
}

function figure(value: number, one: string, many: string): Figure {
  return { value, label: agree(value, one, many) }
}
