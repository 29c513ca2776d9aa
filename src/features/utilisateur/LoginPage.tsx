import { Link, useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sessionErrors } from '#domain/utilisateur/session.errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { loginSchema } from '#domain/utilisateur/authentification.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { type Role, roleLabels } from '#domain/utilisateur/utilisateur.ts'
import { causeOr, codeOf } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { afterLogin } from '#src/api/redirect.ts'
import type { SessionUser } from '#src/api/session.ts'
import { openSession } from '#src/api/openSession.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { AuthLayout } from '#src/ui/authLayout/AuthLayout.tsx'
import { PasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { french } from '#src/ui/text/french.ts'
import { AppareilPartage, remembers } from './AppareilPartage.tsx'
import { CleLoginButton } from './CleLoginButton.tsx'
import { EmailField } from './EmailField.tsx'
import { FormAlert } from './FormAlert.tsx'
import { askForPasskey, PasskeyError } from './passkey.ts'
import { SecondStep } from './SecondStep.tsx'
import { demoQuery } from './utilisateur.queries.ts'
import css from './Auth.module.css'

interface Props {
  /** The path wanted before the login. */
  redirect: string
  /** E-mail typed on another page. */
  email?: string
  /** The guest of this device became a part of an account. */
  isMerged?: boolean
}

/** Connexion: the button is enabled when both fields are valid. */
export function LoginPage({ redirect, email = '', isMerged = false }: Props) {
  const router = useRouter()
  const demo = useQuery(demoQuery).data
  const [failure, setFailure] = useState<Failure>()
  const [typed, setTyped] = useState(email)
  /** The second step that the server requires. */
  const [step, setStep] = useState<'code' | 'cle'>()
  const isByCle = useRef(false)
  const online = useOnline()
  const goOn = (utilisateur: SessionUser | null) => {
    if (utilisateur === null) setFailure({ sentence: phrases.loginErreurInconnue })
    else router.history.replace(afterLogin(utilisateur.role, redirect))
  }
  const form = useSchemaForm({
    schema: loginSchema,
    read: ({ appareilPartage, code, ...fields }) => ({
      ...fields,
      ...(code !== undefined && !isByCle.current && { code }),
      seSouvenir: appareilPartage !== 'on',
    }),
    order: ['email', 'password', 'code'],
    onInvalid: () => {
      isByCle.current = false
    },
    onValid: async (body) => {
      setFailure(undefined)
      try {
        const cleAcces = isByCle.current ? await askForPasskey() : undefined
        goOn(
          await openSession(() => call(utilisateurEndpoints.login, { body: { ...body, cleAcces } }), body.seSouvenir),
        )
      } catch (error) {
        if (codeOf(error) === 'session.code_requis') setStep('code')
        else if (codeOf(error) === 'session.cle_requise') setStep('cle')
        else setFailure(failureOf(error))
      } finally {
        isByCle.current = false
      }
    },
  })
  const { recheck } = form
  // The code field appears and disappears without an input event.
  useEffect(recheck, [recheck, step])
  const changeEmail = (next: string) => {
    setTyped(next)
    setStep(undefined)
  }
  const sendWithCle = () => {
    isByCle.current = true
    form.props.ref.current?.requestSubmit()
  }
  return (
    <AuthLayout
      name={phrases.connexion}
      title="Votre espace organisateur"
      lead="Vos événements, vos invités et leurs photos. Vous participez ? C'est aussi par ici."
      other={
        <>
          Pas encore de compte{'\u202F'}?{' '}
          <Link to="/register" search={{ redirect }}>
            Créer un compte
          </Link>
          {/* The installed app has no address bar: without this link nobody gets to the page. */}
          <br />
          <Link to="/reprendre">J'ai un code</Link>
        </>
      }
    >
      <form {...form.props} className="stack" style={{ '--gap': 'var(--space-5)' }}>
        {isMerged && (
          <Banner tone="green" icon={<CircleCheck />} announce="status">
            {french(sessionErrors['session.fusionnee'].message)}
          </Banner>
        )}
        <EmailField
          autoComplete="username"
          error={form.errors['email']}
          defaultValue={email}
          onInput={({ currentTarget }) => changeEmail(currentTarget.value)}
        />
        <PasswordField
          label="Mot de passe"
          name="password"
          autoComplete="current-password"
          required
          error={form.errors['password']}
        />
        {step !== undefined && (
          <SecondStep hasCle={step === 'cle'} error={form.errors['code']} busy={form.busy} onCle={sendWithCle} />
        )}
        <div className={css.authRow}>
          <AppareilPartage />
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
        {step === undefined && (
          <CleLoginButton
            seSouvenir={() => remembers(form.props.ref.current)}
            onStart={() => setFailure(undefined)}
            onEnter={goOn}
            onFailure={(error) => setFailure(failureOf(error))}
          />
        )}
      </form>
      {demo && demo.comptes.length > 0 && (
        <DemoAccounts
          {...demo}
          onChoose={(chosen) => {
            form.prefill({ email: chosen, password: demo.motDePasse })
            changeEmail(chosen)
          }}
        />
      )}
    </AuthLayout>
  )
}

interface Failure {
  readonly sentence: string
  readonly detail?: string
}

function failureOf(error: unknown): Failure {
  const sentence = error instanceof PasskeyError ? error.message : causeOr(error, phrases.loginErreurInconnue)
  if (codeOf(error) !== 'session.compte_archive') return { sentence }
  return {
    sentence,
    detail:
      'Rien reçu ? Regardez dans les indésirables, ou connectez-vous à nouveau plus tard : un autre lien part, trois par heure au plus.',
  }
}

interface DemoProps {
  comptes: readonly { email: string; prenom: string; role: Role }[]
  onChoose: (email: string) => void
}

function DemoAccounts({ comptes, onChoose }: DemoProps) {
  return (
    <section className={css.demo} aria-labelledby="demo">
      <h2 id="demo">Démonstration</h2>
      <p className="meta">Choisissez un rôle, puis connectez-vous.</p>
      <div className="actions">
        {comptes.map(({ email, prenom, role }) => (
          <Button key={email} onClick={() => onChoose(email)}>
            {prenom}, {roleLabels[role].label.toLowerCase()}
          </Button>
        ))}
      </div>
    </section>
  )
}
