import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'
import { utilisateurErrors } from '#domain/utilisateur/utilisateur.errors.ts'
import type { Fusion } from '#domain/utilisateur/fusion.ts'
import { fusionEndpoints } from '#domain/utilisateur/fusion.endpoints.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { ApiError } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { currentSession, isGuest } from '#src/api/session.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { AuthLayout } from '#src/ui/authLayout/AuthLayout.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { french } from '#src/ui/text/french.ts'
import { count } from '#src/ui/text/quantities.ts'
import { AuthSuccess } from './AuthSuccess.tsx'
import { FormAlert } from './FormAlert.tsx'
import { isLinkRefused, sentenceOfLink } from './linkFailure.ts'
import { fusionQuery } from './utilisateur.queries.ts'

const invalid = utilisateurErrors['utilisateur.fusion_invalide'].message
/** The link was opened a second time, or the first answer was lost. */
const done = 'utilisateur.fusion_faite'

/**
 * Target of the link mailed to a known address that a guest has given. Needs a click, because mail filters open links;
 * opens no session.
 */
export function FusionPage({ token }: { token: string }) {
  const queries = useQueryClient()
  const router = useRouter()
  const { data, isPending, error, refetch } = useQuery({ ...fusionQuery(token), enabled: token !== '' })
  const confirm = useMutation({
    mutationFn: async () => {
      const wasGuest = isGuest()
      const fusion = await call(fusionEndpoints.confirm, { body: { token } })
      if (wasGuest) await leaveGuest(router, fusion)
      return fusion
    },
    // The link itself is used up.
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'fusion' }),
  })
  const once = useOnce()
  const failure = confirm.error ?? error
  const isDone = failure instanceof ApiError && failure.code === done
  return (
    <AuthLayout name="Réunir mes photos" title="Réunir mes photos" other={<Link to="/">Retour à l'accueil</Link>}>
      <div className="stack" style={{ '--gap': 'var(--space-5)' }}>
        <FormAlert
          sentence={token === '' ? invalid : failure && !isDone ? sentenceOfLink(failure, invalid) : undefined}
        />
        {token !== '' && isPending && <LoadingBox label="Lecture du lien" height="8rem" radius="var(--radius-card)" />}
        {error !== null && !isLinkRefused(error) && (
          <Button wide onClick={() => void refetch()}>
            {phrases.reessayer}
          </Button>
        )}
        {data && !confirm.data && !isLinkRefused(failure) && (
          <>
            <Demande fusion={data} />
            <Button look="primary" wide busy={confirm.isPending} onClick={() => once(() => confirm.mutateAsync())}>
              Oui, c'est moi : réunir
            </Button>
            <p className="meta">{french("Si ce n'est pas vous, ne faites rien : rien ne change.")}</p>
          </>
        )}
        <AuthSuccess sentence={isDone ? utilisateurErrors[done].message : confirm.data && doneOf(confirm.data)} />
        {confirm.data && <Suite fusion={confirm.data} />}
        {isDone && (
          <ButtonLink to="/login" search={{ redirect: '/participant' }} look="primary" wide>
            Voir mes photos
          </ButtonLink>
        )}
      </div>
    </AuthLayout>
  )
}

/**
 * If the guest of this device is the one who moved, the session has ended: the next call says so. The login then leads
 * to the event, where the waiting photos go on.
 */
async function leaveGuest(router: ReturnType<typeof useRouter>, { evenement }: Fusion): Promise<void> {
  await call(utilisateurEndpoints.me, {}).catch(() => undefined)
  if (currentSession() !== null) return
  const search = { redirect: `/participant/evenements/${evenement.id}` }
  await router.navigate({ to: '/login', search, state: { signOutReason: 'merged' }, replace: true })
}

/** Who asks, from where, and what moves: the owner of the address must recognise it. */
function Demande({ fusion }: { fusion: Fusion }) {
  const { prenom, email, evenement } = fusion
  return (
    <div className="stack" style={{ '--gap': 'var(--space-3)' }}>
      <p>
        <b>{prenom}</b> participe à <b>{french(`« ${evenement.titre} »`)}</b> avec son prénom seulement, et demande à
        garder {photosOf(fusion)} dans votre compte <b>{email}</b>.
      </p>
      <p className="meta">
        {french(
          "Photos, inscription, consentement et messages passent dans votre compte. Personne d'autre n'y entre : l'autre appareil est déconnecté, et continue quand vous vous y connectez.",
        )}
      </p>
    </div>
  )
}

function Suite({ fusion: { email, evenement } }: { fusion: Fusion }) {
  const utilisateur = useUtilisateur()
  if (utilisateur?.email === email)
    return (
      <ButtonLink to="/participant/evenements/$id" params={{ id: evenement.id }} look="primary" wide>
        Voir l'événement
      </ButtonLink>
    )
  return (
    <ButtonLink to="/login" search={{ redirect: `/participant/evenements/${evenement.id}` }} look="primary" wide>
      Me connecter
    </ButtonLink>
  )
}

function photosOf({ medias }: Fusion): string {
  return medias === 0 ? 'sa participation' : count(medias, 'photo ou vidéo', 'photos et vidéos')
}

function doneOf(fusion: Fusion): string {
  const gain = fusion.medias === 0 ? "participe à l'événement" : `a ${photosOf(fusion)} de plus`
  return `C'est fait\u202F: votre compte ${gain}.`
}
