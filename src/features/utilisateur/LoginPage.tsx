import { Link, useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { loginSchema } from '#domain/utilisateur/authentification.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { NetworkError, sentenceOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { afterLogin } from '#src/api/redirect.ts'
import { signIn } from '#src/api/session.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Check } from '#src/ui/field/Check.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { PasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { isInstalled } from '#src/ui/installed.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { DoorPage } from './DoorPage.tsx'
import { FormAlert } from './FormAlert.tsx'
import { demoQuery } from './utilisateur.queries.ts'
import css from './Auth.module.css'

/** Connexion: the button wakes once both fields are valid. */
export function LoginPage({ redirect }: { redirect: string }) {
  const router = useRouter()
  const demo = useQuery(demoQuery).data
  const [failure, setFailure] = useState<string>()
  const form = useSchemaForm({
    schema: loginSchema,
    read: ({ email, password, seSouvenir }) => ({ email, password, seSouvenir: seSouvenir === 'on' }),
    onValid: async (body) => {
      setFailure(undefined)
      try {
        const answer = await call(utilisateurEndpoints.login, { body })
        const utilisateur = signIn(answer, body.seSouvenir)
        if (utilisateur === null) setFailure(phrases.loginErreurInconnue)
        else router.history.replace(afterLogin(utilisateur.role, redirect))
      } catch (error) {
        setFailure(error instanceof NetworkError ? error.message : sentenceOr(error, phrases.loginErreurInconnue))
      }
    },
  })
  return (
    <DoorPage
      name={phrases.connexion}
      title="Votre espace organisateur"
      lead="Vos événements, vos invités et leurs photos. Vous participez ? C'est aussi par ici."
      other={
        <>
          Pas encore de compte{'\u202F'}? <Link to="/register">Créer un compte</Link>
        </>
      }
    >
      <form {...form.props} className="stack" style={{ '--gap': 'var(--space-5)' }}>
        <Field
          label="Adresse email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          error={form.errors['email']}
        />
        <PasswordField
          label="Mot de passe"
          name="password"
          autoComplete="current-password"
          required
          error={form.errors['password']}
        />
        <div className={css.authRow}>
          <Check name="seSouvenir" defaultChecked={isInstalled()}>
            Se souvenir de moi
          </Check>
        </div>
        <FormAlert sentence={failure} />
        <Button type="submit" look="primary" wide busy={form.busy} disabled={!form.isValid}>
          {phrases.seConnecter}
        </Button>
      </form>
      {demo && demo.comptes.length > 0 && (
        <DemoAccounts
          {...demo}
          onChoose={(email) => {
            form.prefill({ email, password: demo.motDePasse })
          }}
        />
      )}
    </DoorPage>
  )
}
