import { useRef, useState } from 'react'
import { invitationEndpoints } from '#domain/invitation/invitation.endpoints.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { type Envoi, keepEnvois } from './envois.ts'
import { useRefreshEnvoyees } from './invitation.queries.ts'
import { isAlreadyInvited, isForAll, isMaybeSent, isUnknown, sentenceOfRefus } from './invitationRefus.ts'

const { inviter, inviterInscription } = invitationEndpoints

/**
 * Invites many addresses, one after the other, those without an account to create one (product 13), and keeps each
 * result. A refusal does not stop the others; a lost connection, a limit of the server on the number of calls, or the
 * last place taken leaves this address and the rest to be sent later, also when the form is closed.
 * @param begun the addresses with what is known of them
 */
export function useInviterTous(evenementId: number, begun: readonly Envoi[]) {
  const refresh = useRefreshEnvoyees(evenementId)
  const once = useOnce()
  const [envois, setEnvois] = useState(begun)
  // The calls continue after the form is closed, and their results are still stored.
  const latest = useRef(begun)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const change = (next: readonly Envoi[]) => {
    latest.current = next
    keepEnvois(evenementId, next)
    setEnvois(next)
  }
  const note = (email: string, next: Omit<Envoi, 'email'>) =>
    change(latest.current.map((one) => (one.email === email ? { email, ...next } : one)))

  /** @returns false when the next address would fail in the same way */
  const sendOne = async (envoi: Envoi): Promise<boolean> => {
    const { email } = envoi
    note(email, { etat: 'en_cours' })
    try {
      note(email, await outcomeOf(evenementId, envoi))
      return true
    } catch (error) {
      if (!isForAll(error)) throw error
      note(email, { etat: 'a_envoyer', isRepeat: envoi.isRepeat === true || isMaybeSent(error) })
      setFailure(causeOr(error, phrases.invitationErreur))
      return false
    }
  }

  const send = async (waiting: readonly Envoi[]) => {
    setBusy(true)
    setFailure(undefined)
    let isStopped = false
    for (const envoi of waiting) {
      if (!latest.current.some(({ email }) => email === envoi.email)) continue
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
    remove: (email: string) => change(latest.current.filter((one) => one.email !== email)),
  }
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
