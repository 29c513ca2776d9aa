import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { canAnswerInvitation, type Invitation } from '#domain/invitation/invitation.ts'
import { causeOr, codeOf, refusalOr } from '#src/api/apiError.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { InvitationTicket } from './InvitationTicket.tsx'
import { useIsGuest } from '#src/api/useSession.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import { invitationOfLinkQuery, invitationsQuery } from './invitation.queries.ts'

interface Props {
  /** Token of the mailed link that was opened: its invitation is shown first. */
  token?: string | undefined
  /** Called with the event id when the link's invitation is accepted. */
  onLinkAccepted?: (evenementId: number) => void
}

/** Invitations as tickets, unanswered ones first. Renders nothing when there is none. */
export function InvitationList({ token, onLinkAccepted }: Props) {
  const query = useQuery({ ...invitationsQuery, enabled: !useIsGuest() })
  const link = useQuery(invitationOfLinkQuery(token))
  if (query.isError && query.data === undefined)
    return (
      <QueryState
        query={query}
        loading={null}
        errorMessage={refusalOr(query.error, 'Impossible de charger vos invitations.')}
      >
        {() => null}
      </QueryState>
    )
  const all = withFirst(query.data ?? [], link.data)
  const open = all.filter(({ statut }) => canAnswerInvitation(statut))
  const answered = all.filter(({ statut }) => !canAnswerInvitation(statut))
  if (all.length === 0 && !link.isError) return null
  return (
    <section className="stack" aria-labelledby="invitations">
      <h2 id="invitations">{open.length === 1 ? 'Invitation' : 'Invitations'}</h2>
      {link.isError && (
        <Banner tone="red" announce="alert" icon={<CircleAlert />} title={causeOr(link.error, phrases.erreurSurvenue)}>
          {codeOf(link.error) === 'invitation.introuvable' && notForThisAccount}
        </Banner>
      )}
      {open.map((invitation) => (
        <InvitationTicket
          key={invitation.id}
          invitation={invitation}
          onAccepted={invitation.id === link.data?.id ? onLinkAccepted : undefined}
        />
      ))}
      {answered.length > 0 && (
        <details className="fold" open={answered.some(({ id }) => id === link.data?.id)}>
          <summary>Déjà répondu ({formatNumber(answered.length)})</summary>
          <div className="stack">
            {answered.map((invitation) => (
              <InvitationTicket key={invitation.id} invitation={invitation} />
            ))}
          </div>
        </details>
      )}
    </section>
  )
}

/** The server gives one answer for all of these, so that a stranger learns nothing. */
const notForThisAccount =
  "Elle n'est plus valable, ou elle a été envoyée à une autre adresse que celle de ce compte. Vérifiez l'adresse dans l'e-mail reçu, et connectez-vous avec elle."

/** Where the list contains the invitation too, its entry is newer than the link's answer. */
function withFirst(list: readonly Invitation[], first: Invitation | undefined): readonly Invitation[] {
  if (first === undefined) return list
  return [list.find(({ id }) => id === first.id) ?? first, ...list.filter(({ id }) => id !== first.id)]
}
