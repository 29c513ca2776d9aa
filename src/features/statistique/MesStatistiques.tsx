import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { phrases } from '#domain/texte/phrases.ts'
import { type Figure, Figures } from '#src/ui/figures/Figures.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading } from '#src/ui/state/Skeleton.tsx'
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

/** Not yet known; in the plural, as most figures are. */
const some = 2

/** The participant's media by statut (specification, section 3, "Participant insight"). */
export function MesContributions() {
  return (
    <Statistiques
      title="Mes contributions"
      query={useQuery(insightParticipantQuery)}
      toCome={{ mediasDeposesTotal: some, mediasValidesTotal: some, mediasRejetesTotal: some }}
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
      query={useQuery(insightOrganisateurQuery)}
      toCome={{
        totalEvenements: some,
        totalParticipants: some,
        totalMediasEnAttente: some,
        totalMediasValides: some,
      }}
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
  query: UseQueryResult<T>
  /** For the labels while loading. */
  toCome: T
  figuresOf: (insight: T) => readonly Figure[]
}

function Statistiques<T>({ title, query, toCome, figuresOf }: Props<T>) {
  return (
    <section className="stack" aria-labelledby="statistiques">
      <h2 id="statistiques">{title}</h2>
      <QueryState
        query={query}
        errorMessage={phrases.profilChargement}
        loading={
          <Loading label="Chargement des statistiques">
            <Figures figures={figuresOf(toCome)} loading />
          </Loading>
        }
      >
        {(insight) => <Figures figures={figuresOf(insight)} />}
      </QueryState>
    </section>
  )
}

function figure(value: number, one: string, many: string): Figure {
  return { value, label: agree(value, one, many) }
}
