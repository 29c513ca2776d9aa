import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets.ts'

interface SignatureDeps {
  readonly clock: Clock
  readonly secrets: Secrets
}

/** Expiry is rounded up to whole steps, so that the URLs of a gallery stay the same for a minute. */
const stepMs = 60_000
const lifeSteps = 4

/** The person and session of a signature. It ends with that session. */
export interface SignatureHolder {
  readonly utilisateurId: number
  readonly jti: string
}

/**
 * Signs access to the media of one event for one person, for 4 to 5 minutes (api, "Answers"). The signature holds the
 * person, the expiry and the session. Every read checks the rights and the session again.
 */
export function signGallery(deps: SignatureDeps, { utilisateurId, jti }: SignatureHolder, evenementId: number) {
  const end = (Math.ceil(deps.clock.now().getTime() / stepMs) + lifeSteps) * stepMs
  const claim = `${utilisateurId}.${end}.${jti}`
  return { signature: `${claim}.${mac(deps, claim, evenementId)}`, expire: new Date(end).toISOString() }
}

/** The holder of a signature; null when it is forged, expired or for another event. */
export function readGallerySignature(
  deps: SignatureDeps,
  signature: string,
  evenementId: number,
): SignatureHolder | null {
  const [person = '', end = '', jti = '', given = ''] = signature.split('.')
  if (!/^\d{1,15}$/.test(person) || !/^\d{1,15}$/.test(end)) return null
  const expected = Buffer.from(mac(deps, `${person}.${end}.${jti}`, evenementId))
  const received = Buffer.from(given)
  const isGenuine = expected.length === received.length && timingSafeEqual(expected, received)
  return isGenuine && Number(end) > deps.clock.now().getTime() ? { utilisateurId: Number(person), jti } : null
}

function mac({ secrets }: SignatureDeps, claim: string, evenementId: number): string {
  return createHmac('sha256', secrets.galerie).update(`galerie ${evenementId} ${claim}`).digest('base64url')
}
