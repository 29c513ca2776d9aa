import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { phrases } from '#domain/texte/phrases.ts'
import { resetPasswordSchema } from '#domain/utilisateur/authentification.ts'
import { compteEndpoints } from '#domain/utilisateur/compte.endpoints.ts'
import { call } from '#src/api/client.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { AuthLayout } from '#src/ui/authLayout/AuthLayout.tsx'
import { PasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { AuthSuccess } from './AuthSuccess.tsx'
import { FormAlert } from './FormAlert.tsx'
import { sentenceOfLink } from './linkFailure.ts'
import { NewPassword } from './NewPassword.tsx'
import { isPasswordRefusal } from './passwordRefusal.ts'
import { useLoginAfter } from './useLoginAfter.ts'

/** Delay before the redirect to /login, in milliseconds (specification, section 9). */
const redirectMs = 3000

const schema = v.pipe(
  v.object({ ...resetPasswordSchema.entries, confirmation: v.string() }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmation']],
      ({ newPassword, confirmation }) => newPassword === confirmation,
      phrases.motsDePasseDifferents,
    ),
    ['confirmation'],
  ),
)

/** Target of the mailed link. A missing token is reported on opening and on submit (product 9). */
export function ResetPasswordPage({ token, redirect }: { token: string; redirect: string }) {
  const [failure, setFailure] = useState<string | undefined>(token === '' ? phrases.resetLienInvalide : undefined)
  const [done, setDone] = useState<string>()
  const form = useSchemaForm({
    schema,
    read: (values) => ({ ...values, token }),
    onInvalid: ({ token: missing }) => setFailure(missing),
    onValid: async ({ newPassword }) => {
      setFailure(undefined)
      try {
        setDone((await call(compteEndpoints.resetPassword, { body: { token, newPassword } })).message)
      } catch (error) {
        const sentence = sentenceOfLink(error, phrases.resetErreur)
        if (isPasswordRefusal(error)) form.refuse('newPassword', sentence)
        else setFailure(sentence)
      }
    },
  })
  useLoginAfter({ after: redirectMs, done: done !== undefined, redirect })
  return (
    <AuthLayout
      name="Nouveau mot de passe"
      title="Nouveau mot de passe"
      lead="Choisissez-le assez long. Vos autres appareils seront déconnectés."
      other={
        <Link to="/forgot-password" search={{ redirect }}>
          Demander un autre lien
        </Link>
      }
    >
      <form {...form.props} className="stack" style={{ '--gap': 'var(--space-5)' }}>
        <NewPassword
          label="Nouveau mot de passe"
          name="newPassword"
          required
          rules={false}
          error={form.errors['newPassword']}
        />
        <PasswordField
          label="Confirmer le mot de passe"
          name="confirmation"
          autoComplete="new-password"
          required
          error={form.errors['confirmation']}
        />
        <FormAlert sentence={failure} />
        <AuthSuccess sentence={done} />
        <Button type="submit" look="primary" wide busy={form.busy} disabled={done !== undefined}>
          Changer mon mot de passe
        </Button>
      </form>
    </AuthLayout>
  )
}
