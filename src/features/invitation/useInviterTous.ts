import { useRef, useState } from 'react'
import { safeParse } from 'valibot'
import { invitationEndpoints } from '#domain/invitation/invitation.endpoints.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { emailSchema } from '#domain/utilisateur/authentification.ts'
import { causeOr, hasStatus } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { useRefreshEnvoyees } from './invitation.queries.ts'
import { isAlreadyInvited, isForAll, isUnknown, sentenceOfRefus } from './invitationRefus.ts'

const { inviter, inviterInscription } = invitationEndpoints

export interface Envoi {
  readonly email: string
  readonly etat: 'a_envoyer' | 'en_cours' | 'envoyee' | 'refusee'
  /** The reason of a refusal, or the result. */
  readonly sentence?: string
  /** The answer to an earlier call was lost: the server may have created the invitation. */
  readonly isRepeat?: boolean
}

/**
 * Invites many addresses, one after the other, those without an account to create one (product 13), and keeps each
 * result. A refusal does not stop the others; a lost connection, or a limit of the server on the number of calls, leaves
 * this address and the rest to be sent later.
 * @param addresses as pasted; invalid ones are refused here
 */
export function useInviterTous(evenementId: number, addresses: readonly string[]) {
  const refresh = useRefreshEnvoyees(evenementId)
  const once = useOnce()
  const [envois, setEnvois] = useState<readonly Envoi[]>(() => addresses.map(begin))
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const removed = useRef<ReadonlySet<string>>(new Set())
  const note = (email: string, next: Omit<Envoi, 'email'>) =>
    setEnvois((before) => before.map((one) => (one.email === email ? { email, ...next } : one)))

  /** @returns false when the next address would fail in the same way */
  const sendOne = async (envoi: Envoi): Promise<boolean> => {
    const { email } = envoi
    note(email, { etat: 'en_cours' })
    try {
      note(email, await outcomeOf(evenementId, envoi))
      return true
    } catch (error) {
      if (!isForAll(error)) throw error
      // A limit is checked before an invitation is created.
      note(email, { etat: 'a_envoyer', isRepeat: envoi.isRepeat === true || !hasStatus(error, 429) })
      setFailure(causeOr(error, phrases.invitationErreur))
      return false
    }
  }

  const send = async (waiting: readonly Envoi[]) => {
    setBusy(true)
    setFailure(undefined)
    let isStopped = false
    for (const envoi of waiting) {
      if (removed.current.has(envoi.email)) continue
      isStopped = !(await sendOne(envoi))
      if (isStopped) break
    }
    const refreshed = refresh()
    // `once` ignores clicks until this ends: keep the button busy until then. After a lost connection the person may
    // try again at once.
    if (!isStopped) await refreshed
    setBusy(false)
  }

  const which = (etat: Envoi['etat']) => envois.filter((one) => one.etat === etat)
  return {
    envois,
    isBusy,
    /** Why the last run stopped early. */
    failure,
    waiting: which('a_envoyer').length,
    sent: which('envoyee').length,
    invite: () => once(() => send(which('a_envoyer'))),
    remove: (email: string) => {
      removed.current = new Set([...removed.current, email])
      setEnvois((before) => before.filter((one) => one.email !== email))
    },
  }
}

function begin(email: string): Envoi {
  if (safeParse(emailSchema, email).success) return { email, etat: 'a_envoyer' }
  return { email, etat: 'refusee', sentence: `« ${email} » n'est pas une adresse e-mail valide` }
}

/** @throws an error that is not about this address ({@link isForAll}) */
async function outcomeOf(evenementId: number, { email, isRepeat }: Envoi): Promise<Omit<Envoi, 'email'>> {
  const attempt = async (endpoint: typeof inviter | typeof inviterInscription): Promise<unknown> => {
    try {
      await call(endpoint, { params: { id: evenementId }, body: { email } })
      return null
    } catch (error) {
      if (isForAll(error)) throw error
      return isRepeat === true && isAlreadyInvited(error) ? null : error
    }
  }
  const refusal = await attempt(inviter)
  if (refusal === null) return { etat: 'envoyee' }
  const second = isUnknown(refusal) ? await attempt(inviterInscription) : null
  if (isUnknown(refusal) && second === null) return { etat: 'envoyee', sentence: 'Invitée à créer un compte' }
  const { sentence, detail } = sentenceOfRefus(refusal, second)
  return { etat: 'refusee', sentence: detail ?? sentence }
}
