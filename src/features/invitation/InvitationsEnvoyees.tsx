import { useQuery } from '@tanstack/react-query'
import { refusalOr } from '#src/api/apiError.ts'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { InvitationEnvoyeeRow } from './InvitationEnvoyeeRow.tsx'
import { invitationsEnvoyeesQuery } from './invitation.queries.ts'
import css from './Invitation.module.css'

/** The sent invitations of an event with their statut (product 12). */
export function InvitationsEnvoyees({ evenementId }: { evenementId: number }) {
  const query = useQuery(invitationsEnvoyeesQuery(evenementId))
  return (
    <section className={css.sent} aria-labelledby="envoyees">
      <h2 id="envoyees">Invitations envoyées</h2>
      <QueryState
        query={query}
        loading={<LoadingBox label="Chargement des invitations" height="6rem" radius="var(--radius-card)" />}
        errorMessage={refusalOr(query.error, 'Impossible de charger les invitations.')}
      >
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="meta">Aucune invitation pour le moment.</p>
          ) : (
            <ul className="card">
              {invitations.map((invitation) => (
                <InvitationEnvoyeeRow key={invitation.id} invitation={invitation} evenementId={evenementId} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}
