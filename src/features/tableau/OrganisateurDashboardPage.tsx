import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { type Entry, readable } from '#src/api/entries.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { countersOf } from './counters.ts'
import { StatsLoading, Stats } from './Stats.tsx'
import css from './Tableau.module.css'

interface Props {
  prenom: string
  query: UseQueryResult<Entry<EvenementOrganisateur>[]>
}

/** The four specified counters, each leading to its list, and what waits for the organiser. */
export function OrganisateurDashboardPage({ prenom, query }: Props) {
  return (
    <Page title="Dashboard">
      <PageHead title={`Bonjour ${prenom}`} />
      <QueryState query={query} loading={<StatsLoading />} errorMessage={phrases.dashboardChargement}>
        {(entries) => {
          const evenements = readable(entries)
          const waiting = evenements.filter(waitsFor)
          return (
            <>
              <Stats counters={countersOf(evenements)} />
              <section className={css.waits} aria-labelledby="attend">
                <h2 id="attend">Ce qui vous attend</h2>
                {waiting.length === 0 && (
                  <EmptyState
                    title={evenements.length === 0 ? phrases.evenementAucun : 'Tout est à jour'}
                    action={<ButtonLink to="/organizer/evenements">Voir mes événements</ButtonLink>}
                  />
                )}
                <ul>
                  {waiting.map((evenement) => (
                    <WaitRows key={evenement.id} evenement={evenement} />
                  ))}
                </ul>
              </section>
            </>
          )
        }}
      </QueryState>
    </Page>
  )
}

function waitsFor({ comptes }: EvenementOrganisateur): boolean {
  return comptes.medias.EN_ATTENTE + comptes.inscriptions.EN_ATTENTE > 0
}

function WaitRows({ evenement: { id, titre, comptes } }: { evenement: EvenementOrganisateur }) {
  const params = { evenementId: String(id) }
  return (
    <>
      {comptes.medias.EN_ATTENTE > 0 && (
        <li>
          <Link to="/organisateur/evenements/$evenementId/medias" params={params} className={css.wait}>
            <span>
              <b>{count(comptes.medias.EN_ATTENTE, 'média à valider', 'médias à valider')}</b>
              <br />
              {titre}
            </span>
            <ChevronRight />
          </Link>
        </li>
      )}
      {comptes.inscriptions.EN_ATTENTE > 0 && (
        <li>
          <Link
            to="/organisateur/evenements/$evenementId/participants"
            params={params}
            search={{ statut: 'EN_ATTENTE' }}
            className={css.wait}
          >
            <span>
              <b>{count(comptes.inscriptions.EN_ATTENTE, 'inscription à valider', 'inscriptions à valider')}</b>
              <br />
              {titre}
            </span>
            <ChevronRight />
          </Link>
        </li>
      )}
    </>
  )
}
