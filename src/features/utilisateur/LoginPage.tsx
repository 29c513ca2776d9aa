import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Info, WifiOff } from 'lucide-react'
import { sessionErrors } from '#domain/utilisateur/session.errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import type { SignOutReason } from '#src/api/session.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { AuthLayout } from '#src/ui/authLayout/AuthLayout.tsx'
import { PasswordField } from '#src/ui/field/PasswordField.tsx'
import { french } from '#src/ui/text/french.ts'
import { AppareilPartage, remembers } from './AppareilPartage.tsx'
import { CleLoginButton } from './CleLoginButton.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { EmailField } from './EmailField.tsx'
import { FormAlert } from './FormAlert.tsx'
import { SecondStep } from './SecondStep.tsx'
import { useLogin } from './useLogin.ts'
import { demoQuery } from './utilisateur.queries.ts'
import css from './Auth.module.css'

interface Props {
  /** The path wanted before the login. */
  redirect: string
  /** E-mail typed on another page. */
  email?: string
  /** Why the session before has ended. */
  signOutReason?: SignOutReason | undefined
}

/** Connexion: the button is enabled when both fields are valid. */
export function LoginPage({ redirect, email = '', signOutReason }: Props) {
  const demo = useQuery(demoQuery).data
  const online = useOnline()
  const { form, step, failure, typed, changeEmail, sendWithCle, passkey } = useLogin({ redirect, email })
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
          <Link to="/reprendre" search={{ redirect }}>
            J'ai un code
          </Link>
        </>
      }
    >
      <form {...form.props} className="stack" style={{ '--gap': 'var(--space-5)' }}>
        {signOutReason === 'merged' && (
          <Banner tone="green" icon={<CircleCheck />} announce="status">
            {sessionErrors['session.fusionnee'].message}
          </Banner>
        )}
        {(signOutReason === 'expired' || signOutReason === 'erased') && (
          <Banner tone="blue" icon={<Info />} announce="status">
            {sessionErrors[signOutReason === 'erased' ? 'session.donnees_supprimees' : 'session.expiree'].message}
          </Banner>
        )}
        {redirect.startsWith('/confirmation?') && (
          <Banner
            tone="blue"
            icon={<Info />}
            title="Vous participez avec votre prénom seulement ?"
            action={
              <ButtonLink to="/reprendre" search={{ redirect }}>
                Continuer avec un code
              </ButtonLink>
            }
          >
            Ouvrez ce lien sur l'appareil avec lequel vous participez, ou continuez ici avec un code de votre profil.
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
        {step === undefined && <CleLoginButton seSouvenir={() => remembers(form.props.ref.current)} {...passkey} />}
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
