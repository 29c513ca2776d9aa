import * as v from 'valibot'
import { emailSchema } from '#domain/utilisateur/authentification.ts'
import { readDraft, writeDraft } from '#src/api/draftStore.ts'

const envoiSchema = v.object({
  email: v.string(),
  etat: v.picklist(['a_envoyer', 'en_cours', 'envoyee', 'refusee']),
  /** The reason of a refusal, or the result. */
  sentence: v.exactOptional(v.string()),
  /** The answer to an earlier call may be lost: the server may have created the invitation. */
  isRepeat: v.exactOptional(v.boolean()),
})

/** A pasted address, and the result of its invitation. */
export type Envoi = v.InferOutput<typeof envoiSchema>

/** The kept addresses of an event with their results; none when all are sent or discarded. */
export function readEnvois(evenementId: number): readonly Envoi[] {
  const kept = v.safeParse(v.array(envoiSchema), readDraft(nameOf(evenementId)))
  return kept.success ? kept.output : []
}

/**
 * Keeps the addresses of an event while some are still to be sent. While they are being sent, those that wait are kept
 * as repeated: the calls continue after the form is closed, and a reload stops them.
 */
export function keepEnvois(evenementId: number, envois: readonly Envoi[]): void {
  const isWaiting = ({ etat }: Envoi) => etat === 'a_envoyer' || etat === 'en_cours'
  const isBusy = envois.some(({ etat }) => etat === 'en_cours')
  const kept = envois.map((one): Envoi =>
    isBusy && isWaiting(one) ? { email: one.email, etat: 'a_envoyer', isRepeat: true } : one,
  )
  writeDraft(nameOf(evenementId), kept.some(isWaiting) ? kept : null)
}

/** The state of a pasted address: one to send, or refused because it is invalid. */
export function newEnvoi(email: string): Envoi {
  if (v.safeParse(emailSchema, email).success) return { email, etat: 'a_envoyer' }
  return { email, etat: 'refusee', sentence: `« ${email} » n'est pas une adresse e-mail valide` }
}

function nameOf(evenementId: number): string {
  return `invitations.${evenementId}`
}
