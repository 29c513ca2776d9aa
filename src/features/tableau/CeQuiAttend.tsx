import { Link } from '@tanstack/react-router'
import { ChevronRight, Flag, Hourglass, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DashboardOrganisateur } from '#domain/dashboard/dashboard.ts'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { useNow } from '#src/ui/now/useNow.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { formatLasting } from '#src/ui/text/dates.ts'
import { count } from '#src/ui/text/quantities.ts'
import css from './Tableau.module.css'

interface Props {
  evenements: readonly EvenementOrganisateur[]
  /** When the media arrived that waits longest. */
  depuis: string | null
  /** How many removal requests wait, by event. */
  demandes: DashboardOrganisateur['demandesRetrait'] | undefined
}

/** What waits for the organiser, event by event, each a way to its place. */
export function CeQuiAttend({ evenements, depuis, demandes }: Props) {
  const demandesOf = (id: number) => demandes?.find(({ evenementId }) => evenementId === id)?.nombre ?? 0
  const waiting = evenements.filter(
    ({ id, comptes }) => comptes.medias.EN_ATTENTE + comptes.inscriptions.EN_ATTENTE + demandesOf(id) > 0,
  )
  const lasting = formatLasting(depuis ?? 0, useNow())
  return (
    <section className={css.waits} aria-labelledby="attend">
      <h2 id="attend">Ce qui attend</h2>
      {depuis !== null && lasting !== null && <p className="meta">{`Le plus ancien média depuis ${lasting}`}</p>}
      {waiting.length === 0 && (
        <EmptyState
          title={evenements.length === 0 ? phrases.evenementAucun : 'Tout est à jour'}
          action={<ButtonLink to="/organizer/evenements">Voir mes événements</ButtonLink>}
        />
      )}
      <ul>
        {waiting.map((evenement) => (
          <WaitRows key={evenement.id} evenement={evenement} demandes={demandesOf(evenement.id)} />
        ))}
      </ul>
    </section>
  )
}

/** Boxes of the size of one line that waits. */
export function CeQuiAttendLoading() {
  return (
    <Loading label="Chargement de ce qui attend">
      <div className={css.waits}>
        <Skeleton width="9rem" height="1.6rem" />
        <Skeleton height="4.1rem" />
      </div>
    </Loading>
  )
}

function WaitRows({
  evenement: { id, titre, comptes },
  demandes,
}: {
  evenement: EvenementOrganisateur
  demandes: number
}) {
  const params = { evenementId: String(id) }
  return (
    <>
      {demandes > 0 && (
        <li>
          <Link
            to="/organisateur/evenements/$evenementId/medias"
            params={params}
            search={{ vue: 'demandes' }}
            className={css.wait}
          >
            <Flag />
            <WaitWords what={count(demandes, 'demande de retrait', 'demandes de retrait')} where={titre} />
            <ChevronRight />
          </Link>
        </li>
      )}
      {comptes.medias.EN_ATTENTE > 0 && (
        <li>
          <Link to="/organisateur/evenements/$evenementId/medias" params={params} className={css.wait}>
            <Hourglass />
            <WaitWords what={count(comptes.medias.EN_ATTENTE, 'média à valider', 'médias à valider')} where={titre} />
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
            <UserPlus />
            <WaitWords
              what={count(comptes.inscriptions.EN_ATTENTE, 'inscription à valider', 'inscriptions à valider')}
              where={titre}
            />
            <ChevronRight />
          </Link>
        </li>
      )}
    </>
  )
}

function WaitWords({ what, where }: { what: ReactNode; where: string }) {
  return (
    <span>
      <b>{what}</b>
      <br />
      {where}
    </span>
  )
}
