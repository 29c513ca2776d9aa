import type { InferOutput } from 'valibot'
import { type creationSchema, nomRequisPourCle, type PreuveCle } from '#domain/utilisateur/cleAcces.ts'
import { cleAccesEndpoints } from '#domain/utilisateur/cleAcces.endpoints.ts'
import { call } from '#src/api/client.ts'

/** A passkey was not created or not used; the message is for the person. */
export class PasskeyError extends Error {}

const notMade = "Aucune clé d'accès n'a été ajoutée : l'opération a été annulée ou a pris trop de temps."
const notUsed =
  "Aucune clé d'accès n'a été utilisée : l'opération a été annulée, ou cet appareil n'en a pas pour ce site."
const unable = "Cet appareil ne peut pas garder de clé d'accès : il lui faut un code, une empreinte ou un visage."
const elsewhere = "Ce site est ouvert par une autre adresse que la sienne : les clés d'accès n'y fonctionnent pas."

/** Messages for the errors of navigator.credentials, by name (WebAuthn Level 3, 5.1.3 and 5.1.4). */
const causes = {
  make: {
    NotAllowedError: notMade,
    AbortError: notMade,
    InvalidStateError: "Cet appareil a déjà une clé d'accès pour votre compte.",
    ConstraintError: unable,
    NotSupportedError: unable,
    SecurityError: elsewhere,
  },
  use: { NotAllowedError: notUsed, AbortError: notUsed, SecurityError: elsewhere },
} as const

/** Why passkeys cannot be used in this browser at this address; null when they can. */
export function passkeyObstacle(): string | null {
  const { hostname } = location
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return nomRequisPourCle
  if ('PublicKeyCredential' in window) return null
  return "Ce navigateur ne propose pas de clés d'accès ici : il en faut un récent, et une adresse en https."
}

/**
 * Creates a passkey on the device.
 * @throws PasskeyError
 */
export function makePasskey(options: InferOutput<typeof creationSchema>) {
  return ceremony(causes.make, async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return startRegistration({ optionsJSON: options })
  })
}

/**
 * Requests a challenge from the server, then an assertion from the device.
 * @throws PasskeyError; ApiError and NetworkError of the challenge request
 */
export async function askForPasskey(): Promise<PreuveCle> {
  const obstacle = passkeyObstacle()
  if (obstacle !== null) throw new PasskeyError(obstacle)
  const { defi, options } = await call(cleAccesEndpoints.beginLogin, {})
  const reponse = await ceremony(causes.use, async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return startAuthentication({ optionsJSON: options })
  })
  return { defi, reponse }
}

async function ceremony<T>(sentences: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const sentence = error instanceof Error ? sentences[error.name] : undefined
    throw sentence === undefined ? error : new PasskeyError(sentence, { cause: error })
  }
}
