import { useServerNow } from '#src/api/useServerNow.ts'
import { useIsGuest } from '#src/api/useSession.ts'
import { useQuery } from '@tanstack/react-query'
import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { validEntries } from '#src/api/entries.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { isRefused } from '#src/api/apiError.ts'
import { useFailureToast } from '#src/ui/toast/useFailureToast.ts'
import { CorruptEvenement } from './CorruptEvenement.tsx'
import { mesEvenementsQuery } from './evenement.queries.ts'
import { EvenementRow } from './EvenementRow.tsx'
import { CurrentEvenementCard } from './CurrentEvenementCard.tsx'
import { eventOfNow, canAddMedia, ownStatut } from './ownInscription.ts'
import { runningFirst } from './runningFirst.ts'
import css from './ParticipantEvenements.module.css'

interface Props {
  utilisateurId: number
  /** Null when there is none to answer. */
  invitations: ReactNode
  areInvitationsLoading: boolean
  /** The person opened a mailed link: show invitations before the current event. */
  invitationsLead: boolean
  onAdd: (evenement: Evenement) => void
}

/**
 * The current event, invitations, and all events the participant is registered for. What follows the invitations waits
 * for them.
 */
export function ParticipantEvenementsPage({
  utilisateurId,
  invitations,
  areInvitationsLoading,
  invitationsLead,
  onAdd,
}: Props) {
  const query = useQuery(mesEvenementsQuery)
  const serverNow = useServerNow()
  const isGuest = useIsGuest()
  useFailureToast(isRefused(query.error), phrases.evenementsErreur)
  return (
    <Page title="Événements">
      <PageHead title="Événements">
        {!isGuest && (
          <ButtonLink to="/participant/decouvrir" look="quiet">
            <Compass />
            Découvrir
          </ButtonLink>
        )}
      </PageHead>
      <QueryState query={query} loading={<EvenementsLoading hasLead />} errorMessage={phrases.evenementsErreur}>
        {(entries) => {
          const evenements = validEntries(entries)
          const now = eventOfNow(evenements, utilisateurId)
          const others = runningFirst(entries.filter((entry) => entry === null || entry !== now))
          return (
            <>
              <div className={css.eventsLead}>
                {invitationsLead && invitations}
                {now && !(invitationsLead && areInvitationsLoading) && (
                  <CurrentEvenementCard
                    evenement={now}
                    statutInscription={ownStatut(now, utilisateurId)}
                    onAdd={onAdd}
                  />
                )}
                {!invitationsLead && invitations}
              </div>
              {areInvitationsLoading && <EvenementsLoading hasLead={invitationsLead} />}
              {!areInvitationsLoading && entries.length === 0 && (
                <EmptyState title="Aucun événement pour le moment">
                  {isGuest
                    ? "L'organisateur a supprimé l'événement auquel vous participiez. S'il le restaure, il revient ici."
                    : "Dès qu'un organisateur vous invite, son événement arrive ici."}
                </EmptyState>
              )}
              {!areInvitationsLoading && others.length > 0 && (
                <section className="stack" aria-labelledby="mes-evenements">
                  <h2 id="mes-evenements">Mes événements</h2>
                  <ul className={css.eventList}>
                    {others.map((entry, index) =>
                      entry === null ? (
                        // A corrupt entry has no id to use as a key.
                        // oxlint-disable-next-line react/no-array-index-key
                        <CorruptEvenement key={`corrompu-${index}`} />
                      ) : (
                        <EvenementRow
                          key={entry.id}
                          evenement={entry}
                          statutInscription={ownStatut(entry, utilisateurId)}
                          onAdd={canAddMedia(entry, utilisateurId, serverNow) ? onAdd : undefined}
                        />
                      ),
                    )}
                  </ul>
                </section>
              )}
            </>
          )
        }}
      </QueryState>
    </Page>
  )
}

/** @param hasLead with a placeholder of the current event above the rows */
function EvenementsLoading({ hasLead }: { hasLead: boolean }) {
  return (
    <Loading label="Chargement des événements">
      {hasLead && (
        <div className={css.eventsLead}>
          <div className={css.featureWait}>
            <Skeleton height="100%" radius="var(--radius-card)" />
          </div>
        </div>
      )}
      <div className={css.eventList}>
        {[1, 2, 3, 4].map((n) => (
          <div key={n} className={css.eventRow}>
            <div className={css.eventRowCover}>
              <Skeleton height="100%" />
            </div>
            <div className={css.eventRowBody}>
              <Skeleton width="5rem" height="1.5rem" radius="var(--radius-badge)" />
              <Skeleton width="12rem" height="1.25rem" />
              <Skeleton width="9rem" height="1rem" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
