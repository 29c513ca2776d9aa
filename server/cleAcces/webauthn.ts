import { isIP } from 'node:net'
import type { Enregistrement, PreuveCle } from '#domain/utilisateur/cleAcces.ts'
import { Problem } from '../http/problem.ts'

/** The relying party of passkeys (WebAuthn Level 3, 5.4.2). */
export interface RelyingParty {
  readonly rpId: string
  readonly origin: string
}

/** Ed25519, ECDSA on P-256, RSA: the common algorithms of authenticators (COSE algorithms, RFC 9053). */
export const algorithms = [-8, -7, -257]

/**
 * Our relying party, from the configuration and never from a request.
 * @throws Problem cleAcces.indisponible when the public URL has an IP address, which WebAuthn does not allow
 */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) throw new Problem('cleAcces.indisponible')
  return { rpId: hostname, origin }
}

interface ExpectedChallenge {
  readonly party: RelyingParty
  readonly challenge: string
}

export interface NewPasskey {
  readonly credentialId: string
  readonly clePublique: string
  readonly compteur: number
}

/**
 * Verifies a new passkey: challenge, origin, relying party, presence and verification of the person.
 * @throws Problem cleAcces.refusee
 */
export async function verifyEnregistrement(
  { party, challenge }: ExpectedChallenge,
  reponse: Enregistrement,
): Promise<NewPasskey> {
  // Loaded on first use: it takes 0.3 s and 29 MB.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    await assertUnattested(reponse)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...reponse, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) throw new Error('not verified')
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: id, clePublique: Buffer.from(publicKey).toString('base64url'), compteur: counter }
  } catch (error) {
    throw new Problem('cleAcces.refusee', { cause: error })
  }
}

/**
 * Rejects an attestation with certificates. We request none, and the library would fetch revocation lists from URLs in
 * certificates of some formats.
 */
async function assertUnattested({ response }: Enregistrement): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  const isSelfMade = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfMade) throw new Error(`attestation ${format}: expected none`)
}

/**
 * Verifies the use of a passkey: challenge, origin, relying party, presence and verification of the person, signature.
 * @returns the signature counter, which the caller compares; null when anything is wrong
 */
export async function verifyAssertion(
  { party, challenge }: ExpectedChallenge,
  reponse: PreuveCle['reponse'],
  clePublique: string,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...reponse, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: true,
      // Counter 0: the library compares the counter before the signature, so an unsigned request could be audited as a
      // copy.
      credential: { id: reponse.id, publicKey: new Uint8Array(Buffer.from(clePublique, 'base64url')), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
