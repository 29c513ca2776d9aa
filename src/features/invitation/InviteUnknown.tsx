import { CircleAlert, CircleCheck, MailPlus } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { useInviterInscription } from './invitation.queries.ts'

/** The address has no account: offers to invite its owner to create one and join the event (product 13). */
export function InviteUnknown({ evenementId, email }: { evenementId: number; email: string }) {
  const inviter = useInviterInscription(evenementId)
  const once = useOnce()
  if (inviter.isSuccess)
    return (
      <Status>
        <Banner tone="green" icon={<CircleCheck />}>
          Invitation à créer un compte envoyée à {email}.
        </Banner>
      </Status>
    )
  return (
    <>
      <Button wide busy={inviter.isPending} onClick={() => once(() => inviter.mutateAsync(email))}>
        <MailPlus />
        Inviter {email} à créer un compte
      </Button>
      <div role="alert">
        {inviter.isError && (
          <Banner tone="red" icon={<CircleAlert />}>
            {causeOr(inviter.error, phrases.invitationErreur)}
          </Banner>
        )}
      </div>
    </>
  )
}
