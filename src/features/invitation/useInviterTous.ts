import { useState } from 'react'
import { safeParse } from 'valibot'
import { invitationEndpoints } from '#domain/invitation/invitation.endpoints.ts'
import { emailSchema } from '#domain/utilisateur/authentification.ts'
import { call } from '#src/api/client.ts'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { useRefreshEnvoyees } from './invitation.queries.ts'
import { isUnknown, sentenceOfRefus } from './invitationRefus.ts'

export interface Envoi {
  readonly email: string
  readonly etat: 'a_envoyer' | 'en_cours' | 'envoyee' | 'refusee'
  /** The reason of a refusal, or the result. */
  readonly sentence?: string
}

/**
 * Invites many addresses, one after the other, those without an account to create one (product 13), and keeps each
 * result. An error does not stop the others.
 * @param addresses as pasted; invalid ones are refused here
 */
export function useInviterTous(evenementId: number, addresses: readonly string[]) {
  const refresh = useRefreshEnvoyees(evenementId)
  const once = useOnce()
  const [envois, setEnvois] = useState<readonly Envoi[]>(() => addresses.map(begin))
  const [isBusy, setBusy] = useState(false)
  const note = (email: string, next: Omit<Envoi, 'email'>) =>
    setEnvois((before) => before.map((one) => (one.email === email ? { email, ...next } : one)))

  const send = async (emails: readonly string[]) => {
    setBusy(true)
    for (const email of emails) {
      note(email, { etat: 'en_cours' })
      note(email, await outcomeOf(evenementId, email))
    }
    // `once` ignores clicks until this ends: keep the button busy until then.
    await refresh()
    setBusy(false)
  }

  const which = (etat: Envoi['etat']) => envois.filter((one) => one.etat === etat).map(({ email }) => email)
  return {
    envois,
    isBusy,
    waiting: which('a_envoyer'),
    sent: which('envoyee').length,
    invite: () => once(() => send(which('a_envoyer'))),
    remove: (email: string) => setEnvois((before) => before.filter((one) => one.email !== email)),
  }
}

function begin(email: string): Envoi {
  if (safeParse(emailSchema, email).success) return { email, etat: 'a_envoyer' }
  return { email, etat: 'refusee', sentence: `« ${email} » n'est pas une adresse e-mail valide` }
}

async function outcomeOf(evenementId: number, email: string): Promise<Omit<Envoi, 'email'>> {
  const wish = { params: { id: evenementId }, body: { email } }
  try {
    await call(invitationEndpoints.inviter, wish)
    return { etat: 'envoyee' }
  } catch (error) {
    if (!isUnknown(error)) return refused(error)
    return call(invitationEndpoints.inviterInscription, wish).then(
      () => ({ etat: 'envoyee', sentence: 'Invitée à créer un compte' }),
      (second: unknown) => refused(error, second),
    )
  }
}

function refused(error: unknown, second: unknown = null): Omit<Envoi, 'email'> {
  const { sentence, detail } = sentenceOfRefus(error, second)
  return { etat: 'refusee', sentence: detail ?? sentence }
}
