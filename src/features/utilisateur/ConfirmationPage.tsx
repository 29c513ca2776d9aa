import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { choisirMotDePasse } from '#domain/utilisateur/choisirMotDePasse.ts'
import { utilisateurErrors } from '#domain/utilisateur/utilisateur.errors.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
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

interface Confirmed {
  /** What a confirmed address permits; absent when nothing depends on it. */
  readonly text?: string
  readonly home: {
    readonly to: '/participant/evenements' | '/organizer/evenements' | '/admin-settings'
    readonly label: string
  }
}

const confirmed: Readonly<Record<Role, Confirmed>> = {
  PARTICIPANT: {
    text: 'Vous pouvez maintenant répondre aux invitations envoyées à cette adresse.',
    home: { to: '/participant/evenements', label: 'Voir mes événements' },
  },
  ORGANISATEUR: {
    text: 'Vous pouvez maintenant inviter toute personne par e-mail, écrire aux participants et les récompenser.',
    home: { to: '/organizer/evenements', label: 'Voir mes événements' },
  },
  ADMINISTRATEUR: { home: { to: '/admin-settings', label: 'Voir les utilisateurs' } },
}

/** Target of the mailed link: verifies the address of the signed-in person (product 6). */
export function ConfirmationPage({ token, role }: { token: string; role: Role }) {
  const { text, home } = confirmed[role]
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
            action={<ButtonLink to={home.to}>{home.label}</ButtonLink>}
          >
            {data.wasGuest ? `${text} Et ${choisirMotDePasse}` : text}
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
