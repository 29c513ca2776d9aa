import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { choisirMotDePasse } from '#domain/utilisateur/choisirMotDePasse.ts'
import { utilisateurErrors } from '#domain/utilisateur/utilisateur.errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr, codeOf, sentenceOr } from '#src/api/apiError.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { ErrorState } from '#src/ui/state/ErrorState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { Status } from '#src/ui/text/Status.tsx'
import { isLinkRefused } from './linkFailure.ts'
import { ResendButton } from './ResendButton.tsx'
import { confirmationQuery } from './utilisateur.queries.ts'

const confirmed = 'Vous pouvez maintenant répondre aux invitations envoyées à cette adresse.'

/** Target of the mailed link: verifies the address of the signed-in person (product 6). */
export function ConfirmationPage({
  token,
  home,
}: {
  token: string
  home: '/organizer/evenements' | '/participant/evenements'
}) {
  const { isPending, isSuccess, data, error, refetch } = useQuery(confirmationQuery(token))
  return (
    <Page title="Confirmation">
      <Status>
        {isPending && <LoadingBox label="Vérification du lien" height="12rem" radius="var(--radius-card)" />}
        {isSuccess && (
          <EmptyState
            title="Votre adresse est confirmée"
            heading="h1"
            icon={<CircleCheck />}
            action={<ButtonLink to={home}>Voir mes événements</ButtonLink>}
          >
            {data.wasGuest ? `${confirmed} ${choisirMotDePasse}` : confirmed}
          </EmptyState>
        )}
        {error !== null && !isLinkRefused(error) && (
          <ErrorState message={causeOr(error, phrases.erreurSurvenue)} onRetry={() => void refetch()} />
        )}
        {isLinkRefused(error) && (
          <EmptyState
            title={sentenceOr(error, utilisateurErrors['utilisateur.lien_invalide'].message)}
            heading="h1"
            action={
              isTaken(error) ? <ButtonLink to="/profil">Ouvrir mon profil</ButtonLink> : <ResendButton look="primary" />
            }
          />
        )}
      </Status>
    </Page>
  )
}

/** Another account has the address since: no other link would be accepted. */
function isTaken(error: unknown): boolean {
  return codeOf(error) === 'utilisateur.email_pris'
}
