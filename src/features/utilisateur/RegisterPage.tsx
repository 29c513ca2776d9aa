import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { registerSchema } from '#domain/utilisateur/authentification.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { causeOr, codeOf } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { isEntrance } from '#src/api/redirect.ts'
import { openSession } from '#src/api/openSession.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { AuthLayout } from '#src/ui/authLayout/AuthLayout.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { AppareilPartage, remembers } from './AppareilPartage.tsx'
import { AuthSuccess } from './AuthSuccess.tsx'
import { EmailField } from './EmailField.tsx'
import { FormAlert } from './FormAlert.tsx'
import { NewPassword } from './NewPassword.tsx'
import { isPasswordRefusal } from './passwordRefusal.ts'
import { RoleChoice } from './RoleChoice.tsx'
import { useLoginAfter } from './useLoginAfter.ts'

/** Delay before the redirect to /login after a registration, in milliseconds (specification, section 9). */
const redirectMs = 2500

/**
 * Inscription: errors appear on blur and disappear on input; the strength meter updates on input. The person is logged
 * in with the credentials just typed. By an event's link or a mailed invitation they become a participant and go on to
 * it at once; otherwise /login, opened after the message, sends them to their home.
 */
export function RegisterPage({ redirect }: { redirect: string }) {
  const router = useRouter()
  const role = redirect.startsWith('/participant') ? 'PARTICIPANT' : 'ORGANISATEUR'
  const isExpected = isEntrance(redirect)
  const [failure, setFailure] = useState<string>()
  const [done, setDone] = useState<{ message: string; email: string }>()
  const form = useSchemaForm({
    schema: registerSchema,
    onValid: async (body) => {
      setFailure(undefined)
      const logInNow = () => logIn({ ...body, seSouvenir: remembers(form.props.ref.current) })
      const goOn = (isIn: boolean, message: string) => {
        if (isExpected && isIn) router.history.replace(redirect)
        else setDone({ message, email: body.email })
      }
      try {
        const { message } = await call(utilisateurEndpoints.register, { body })
        goOn(await logInNow(), message)
      } catch (error) {
        // The answer to an earlier request may be lost: the typed password shows that the account is this person's.
        if (codeOf(error) === 'utilisateur.email_pris' && (await logInNow())) return goOn(true, existing)
        const sentence = causeOr(error, phrases.erreurSurvenue)
        if (isPasswordRefusal(error)) form.refuse('password', sentence)
        else setFailure(sentence)
      }
    },
  })
  useLoginAfter({ after: redirectMs, done: done !== undefined, redirect, ...(done && { email: done.email }) })
  return (
    <AuthLayout
      name={phrases.inscription}
      title="Créer un compte"
      lead={isExpected ? leads.expected : leads.open}
      other={
        <>
          Déjà un compte{'\u202F'}?{' '}
          <Link to="/login" search={{ redirect }}>
            {phrases.seConnecter}
          </Link>
        </>
      }
    >
      <form {...form.props} className="stack" style={{ '--gap': 'var(--space-5)' }}>
        {!isExpected && <RoleChoice initial={role} />}
        <Field label="Prénom" name="prenom" autoComplete="given-name" required error={form.errors['prenom']} />
        <Field label="Nom" name="nom" autoComplete="family-name" required error={form.errors['nom']} />
        <EmailField autoComplete="email" error={form.errors['email']} />
        <NewPassword label="Mot de passe" name="password" required error={form.errors['password']} />
        <AppareilPartage />
        <FormAlert sentence={failure} />
        <AuthSuccess title="Bienvenue !" sentence={done?.message} />
        <Button type="submit" look="primary" wide busy={form.busy} disabled={done !== undefined}>
          Créer mon compte
        </Button>
      </form>
    </AuthLayout>
  )
}

const existing = 'Votre compte existe déjà : vous êtes connecté(e).'

const leads = {
  open: 'Déposez vos photos, retrouvez celles des autres, ou organisez votre événement.',
  expected: "Quatre lignes, et vous entrez dans l'événement.",
}

/** @returns whether it succeeded; otherwise /login asks for the password again */
async function logIn(body: { email: string; password: string; seSouvenir: boolean }): Promise<boolean> {
  const opening = openSession(() => call(utilisateurEndpoints.login, { body }), body.seSouvenir)
  return (await opening.catch(() => null)) !== null
}
