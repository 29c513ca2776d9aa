import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { phrases } from '#domain/texte/phrases.ts'
import { emailSchema } from '#domain/utilisateur/authentification.ts'
import { compteEndpoints } from '#domain/utilisateur/compte.endpoints.ts'
import { hasStatus, NetworkError, sentenceOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { keepRedirect } from '#src/api/redirect.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { AuthLayout } from '#src/ui/authLayout/AuthLayout.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { french } from '#src/ui/text/french.ts'
import { AuthSuccess } from './AuthSuccess.tsx'
import { EmailField } from './EmailField.tsx'
import { FormAlert } from './FormAlert.tsx'

const schema = v.object({ email: emailSchema })

/** Mot de passe oublié: one address; the answer does not reveal whether it has an account. */
export function ForgotPasswordPage({ redirect, email = '' }: { redirect: string; email?: string }) {
  const [failure, setFailure] = useState<unknown>(null)
  const [done, setDone] = useState(false)
  const form = useSchemaForm({
    schema,
    onValid: async (body) => {
      setFailure(null)
      setDone(false)
      try {
        await call(compteEndpoints.forgotPassword, { body })
        keepRedirect(redirect)
        setDone(true)
      } catch (error) {
        setFailure(error)
      }
    },
  })
  return (
    <AuthLayout
      name="Mot de passe oublié"
      title="Mot de passe oublié"
      lead="Indiquez l'adresse de votre compte. Nous vous envoyons un lien pour choisir un autre mot de passe."
      other={
        <Link to="/login" search={{ redirect }}>
          Retour à la connexion
        </Link>
      }
    >
      <form {...form.props} className="stack" style={{ '--gap': 'var(--space-5)' }}>
        <EmailField autoComplete="username" error={form.errors['email']} defaultValue={email} />
        <FormAlert sentence={failure === null ? undefined : phrases.oubliErreur} detail={detailOf(failure)} />
        <AuthSuccess sentence={done ? phrases.oubliSucces : undefined} />
        <Button type="submit" look="primary" wide busy={form.busy} disabled={!form.isValid}>
          {done ? 'Renvoyer le lien' : 'Envoyer le lien'}
        </Button>
        {done && (
          <p className="meta">
            {french('Le lien est valable 30 minutes. Rien reçu ? Regardez aussi dans les indésirables.')}
          </p>
        )}
      </form>
    </AuthLayout>
  )
}

/** What the person can do about the failure: wait, or find a network. */
function detailOf(failure: unknown): string | undefined {
  if (failure instanceof NetworkError) return failure.message
  return hasStatus(failure, 429) ? sentenceOr(failure, '') || undefined : undefined
}
