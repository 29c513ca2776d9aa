import { Link, useRouter } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { registerSchema } from '#domain/utilisateur/authentification.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { NetworkError, sentenceOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { PasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { DoorPage } from './DoorPage.tsx'
import { FormAlert } from './FormAlert.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'
import { RoleChoice } from './RoleChoice.tsx'

/** To /login this long after a registration, in milliseconds (specification, section 9). */
const redirectMs = 2500

/** Inscription: sentences on blur, gone on input, strength as one types. */
export function RegisterPage() {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string>()
  const [done, setDone] = useState<string>()
  const form = useSchemaForm({
    schema: registerSchema,
    order: ['prenom', 'nom', 'email', 'password'],
    onValid: async (body) => {
      setFailure(undefined)
      try {
        setDone((await call(utilisateurEndpoints.register, { body })).message)
      } catch (error) {
        setFailure(error instanceof NetworkError ? error.message : sentenceOr(error, phrases.erreurSurvenue))
      }
    },
  })
  useRedirectAfter(done !== undefined)
  return (
    <DoorPage
      name={phrases.inscription}
      title="Créer un compte"
      lead="Déposez vos photos, retrouvez celles des autres, ou organisez votre événement."
      other={
        <>
          Déjà un compte{'\u202F'}? <Link to="/login">Se connecter</Link>
        </>
      }
    >
      <form {...form.props} className="stack" style={{ '--gap': 'var(--space-5)' }}>
        <RoleChoice />
        <Field label="Prénom" name="prenom" autoComplete="given-name" required error={form.errors['prenom']} />
        <Field label="Nom" name="nom" autoComplete="family-name" required error={form.errors['nom']} />
        <Field
          label="Adresse email"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          error={form.errors['email']}
        />
        <PasswordField
          label="Mot de passe"
          name="password"
          autoComplete="new-password"
          required
          error={form.errors['password']}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordStrength password={password} />
        <FormAlert sentence={failure} />
        <Status>
          {done !== undefined && (
            <Banner tone="green" icon={<CircleCheck />} title="Bienvenue !">
              {done}
            </Banner>
          )}
        </Status>
        <Button type="submit" look="primary" wide busy={form.busy} disabled={done !== undefined}>
          Créer mon compte
        </Button>
      </form>
    </DoorPage>
  )
}

function useRedirectAfter(done: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => void router.navigate({ to: '/login' }), redirectMs)
    return () => clearTimeout(timer)
  }, [done, router])
}
