import { useState } from 'react'
import { safeParse } from 'valibot'
import { invitationEndpoints } from '#domain/invitation/invitation.endpoints.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { emailSchema } from '#domain/utilisateur/authentification.ts'
import { causeOr, codeOf } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { useRefreshEnvoyees } from './invitation.queries.ts'
import { sentenceOfRefus } from './invitationRefus.ts'

export interface Envoi {
  readonly email: string
  readonly etat: 'a_envoyer' | 'en_cours' | 'envoyee' | 'inconnue' | 'refusee'
  /** The reason of a refusal, or the result. */
  readonly sentence?: string
}

/** Which request is sent: an invitation, or one to create an account for addresses without one. */
type Round = 'inviter' | 'inviterInscription'

/**
 * Invites many addresses, one call each, one after the other, and keeps each result. An error does not stop the others.
 * @param addresses as pasted; invalid ones are refused here
 */
export function useInviterTous(evenementId: number, addresses: readonly string[]) {
  const refresh = useRefreshEnvoyees(evenementId)
  const once = useOnce()
  const [envois, setEnvois] = useState<readonly Envoi[]>(() => addresses.map(begin))
  const [isBusy, setBusy] = useState(false)
  const note = (email: string, next: Omit<Envoi, 'email'>) =>
    setEnvois((before) => before.map((one) => (one.email === email ? { email, ...next } : one)))

  const send = async (round: Round, emails: readonly string[]) => {
    setBusy(true)
    for (const email of emails) {
      note(email, { etat: 'en_cours' })
      try {
        await call(invitationEndpoints[round], { params: { id: evenementId }, body: { email } })
        const isNew = round === 'inviterInscription'
        note(email, { etat: 'envoyee', ...(isNew && { sentence: 'Invitée à créer un compte' }) })
      } catch (error) {
        note(email, refused(round, error))
      }
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
    unknown: which('inconnue'),
    sent: which('envoyee').length,
    invite: () => once(() => send('inviter', which('a_envoyer'))),
    inviteUnknown: () => once(() => send('inviterInscription', which('inconnue'))),
    remove: (email: string) => setEnvois((before) => before.filter((one) => one.email !== email)),
  }
}

function begin(email: string): Envoi {
  if (safeParse(emailSchema, email).success) return { email, etat: 'a_envoyer' }
  return { email, etat: 'refusee', sentence: `« ${email} » n'est pas une adresse e-mail valide` }
}

function refused(round: Round, error: unknown): Omit<Envoi, 'email'> {
  if (round === 'inviterInscription') return { etat: 'refusee', sentence: causeOr(error, phrases.invitationErreur) }
  const { sentence, detail } = sentenceOfRefus(error)
  const isUnknown = codeOf(error) === 'invitation.utilisateur_inconnu'
  return { etat: isUnknown ? 'inconnue' : 'refusee', sentence: detail ?? sentence }
}
