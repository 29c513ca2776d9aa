import { Link, useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { loginSchema } from '#domain/utilisateur/authentification.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { causeOr, codeOf } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { afterLogin } from '#src/api/redirect.ts'
import { signIn } from '#src/api/session.ts'
import { useOnline } from '#src/pwa/bridge.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { DoorPage } from '#src/ui/door/DoorPage.tsx'
import { Check } from '#src/ui/field/Check.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { PasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { isInstalled } from '#src/ui/installed.ts'
import { french } from '#src/ui/text/french.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { EmailField } from './EmailField.tsx'
import { FormAlert } from './FormAlert.tsx'
import { demoQuery } from './utilisateur.queries.ts'
import css from './Auth.module.css'

interface Props {
  /** Where the person wanted to go. */
  redirect: string
  /** Known from another door. */
  email?: string
}

/** Connexion: the button wakes once both fields are valid. */
export function LoginPage({ redirect, email = '' }: Props) {
  const router = useRouter()
  const demo = useQuery(demoQuery).data
  const [failure, setFailure] = useState<Failure>()
  const [typed, setTyped] = useState(email)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const online = useOnline()
  const form = useSchemaForm({
    schema: loginSchema,
    read: ({ seSouvenir, ...fields }) => ({ ...fields, seSouvenir: seSouvenir === 'on' }),
    order: ['email', 'password', 'code'],
    onValid: async (body) => {
      setFailure(undefined)
      try {
        const answer = await call(utilisateurEndpoints.login, { body })
        const utilisateur = signIn(answer, body.seSouvenir)
        if (utilisateur === null) setFailure({ sentence: phrases.loginErreurInconnue })
        else router.history.replace(afterLogin(utilisateur.role, redirect))
      } catch (error) {
        const isCodeWanted = codeOf(error) === 'session.code_requis'
        if (isCodeWanted) setCodeAsked(true)
        else setFailure(failureOf(error))
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
          Pas encore de compte{'\u202F'}?{' '}
          <Link to="/register" search={{ redirect }}>
            Créer un compte
          </Link>
        </>
      }
    >
      <form {...form.props} className="stack" style={{ '--gap': 'var(--space-5)' }}>
        <EmailField
          autoComplete="username"
          error={form.errors['email']}
          defaultValue={email}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <PasswordField
          label="Mot de passe"
          name="password"
          autoComplete="current-password"
          required
          error={form.errors['password']}
        />
        {isCodeAsked && <CodeField error={form.errors['code']} />}
        <div className={css.authRow}>
          <Check name="seSouvenir" defaultChecked={isInstalled()}>
            Se souvenir de moi
          </Check>
          <Link to="/forgot-password" search={{ redirect }} state={{ email: typed }}>
            {french('Mot de passe oublié ?')}
          </Link>
        </div>
        {!online && (
          <Banner icon={<WifiOff />} announce="status" title="Vous êtes hors ligne">
            Cet appareil ne se souvient pas de vous : connectez-vous dès que le réseau revient. Les photos qui attendent
            sur ce téléphone y restent en sécurité.
          </Banner>
        )}
        <FormAlert {...failure} sentence={failure?.sentence} />
        <Button type="submit" look="primary" wide busy={form.busy} disabled={!form.isValid}>
          {phrases.seConnecter}
        </Button>
      </form>
      {demo && demo.comptes.length > 0 && (
        <DemoAccounts
          {...demo}
          onChoose={(chosen) => {
            form.prefill({ email: chosen, password: demo.motDePasse })
          }}
        />
      )}
    </DoorPage>
  )
}

/** Asked for by the server: it takes the focus when it comes. */
function CodeField({ error }: { error: string | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Field
      ref={field}
      label="Code de connexion"
      name="code"
      inputMode="text"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      required
      hint="Le code à 6 chiffres de votre application d'authentification, ou l'un de vos codes de secours."
      error={error}
    />
  )
}

interface Failure {
  readonly sentence: string
  readonly detail?: string
}

function failureOf(error: unknown): Failure {
  const sentence = causeOr(error, phrases.loginErreurInconnue)
  if (codeOf(error) !== 'session.compte_archive') return { sentence }
  return {
    sentence,
    detail:
      'Rien reçu ? Regardez dans les indésirables, ou connectez-vous à nouveau plus tard : un autre lien part, trois par heure au plus.',
  }
}
