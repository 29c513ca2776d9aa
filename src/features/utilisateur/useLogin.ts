import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { loginSchema } from '#domain/utilisateur/authentification.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { causeOr, codeOf } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { openSession } from '#src/api/openSession.ts'
import { afterLogin } from '#src/api/redirect.ts'
import type { SessionUser } from '#src/api/session.ts'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { askForPasskey, PasskeyError } from './passkey.ts'

interface LoginOptions {
  /** The path to open after the login. */
  readonly redirect: string
  /** E-mail typed on another page. */
  readonly email: string
}

/** Why a login failed, in French. */
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

/** The form of the login, with a password, a second step when the server requires one, or a passkey alone. */
export function useLogin({ redirect, email }: LoginOptions) {
  const router = useRouter()
  const [failure, setFailure] = useState<Failure>()
  const [typed, setTyped] = useState(email)
  const [step, setStep] = useState<'code' | 'cle'>()
  const isByCle = useRef(false)
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
  return {
    form,
    failure,
    /** The second step that the server requires. */
    step,
    /** The e-mail in the form. */
    typed,
    changeEmail: (next: string) => {
      setTyped(next)
      setStep(undefined)
    },
    /** Sends the form with the passkey as its second step. */
    sendWithCle: () => {
      isByCle.current = true
      form.props.ref.current?.requestSubmit()
    },
    /** For the login with a passkey alone. */
    passkey: {
      onStart: () => setFailure(undefined),
      onEnter: goOn,
      onFailure: (error: unknown) => setFailure(failureOf(error)),
    },
  }
}
