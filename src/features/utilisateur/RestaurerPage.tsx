import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { utilisateurErrors } from '#domain/utilisateur/utilisateur.errors.ts'
import { compteEndpoints } from '#domain/utilisateur/compte.endpoints.ts'
import { call } from '#src/api/client.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { AuthLayout } from '#src/ui/authLayout/AuthLayout.tsx'
import { AuthSuccess } from './AuthSuccess.tsx'
import { FormAlert } from './FormAlert.tsx'
import { sentenceOfLink } from './linkFailure.ts'
import { useLoginAfter } from './useLoginAfter.ts'

/** Delay before the redirect to /login, in milliseconds (specification, section 9). */
const redirectMs = 3000

/** Target of the link mailed to the owner of an archived account. Needs a click, because the link works once. */
export function RestaurerPage({ token, redirect }: { token: string; redirect: string }) {
  const restore = useMutation({ mutationFn: () => call(compteEndpoints.restore, { body: { token } }) })
  const once = useOnce()
  useLoginAfter({ after: redirectMs, done: restore.isSuccess, redirect })
  const invalid = utilisateurErrors['utilisateur.restauration_invalide'].message
  const { error } = restore
  const failure = error === null ? undefined : sentenceOfLink(error, invalid)
  return (
    <AuthLayout
      name="Rouvrir mon compte"
      title="Rouvrir mon compte"
      lead="Votre compte a été archivé après 365 jours d'inactivité. Vos photos, vos inscriptions et vos réponses sont toujours là."
      other={
        <Link to="/login" search={{ redirect }}>
          Retour à la connexion
        </Link>
      }
    >
      <div className="stack" style={{ '--gap': 'var(--space-5)' }}>
        <FormAlert sentence={token === '' ? invalid : failure} />
        <AuthSuccess sentence={restore.data?.message} />
        <Button
          look="primary"
          wide
          busy={restore.isPending}
          disabled={token === '' || restore.isSuccess}
          onClick={() => once(() => restore.mutateAsync())}
        >
          Rouvrir mon compte
        </Button>
      </div>
    </AuthLayout>
  )
}
