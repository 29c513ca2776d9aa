import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  formatGallerySignature,
  type GallerySignature,
  parseGallerySignature,
  signedPart,
} from '#domain/media/gallerySignature.ts'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { SignatureCache } from '../signatureCache.ts'

interface SignatureDeps {
  readonly clock: Clock
  readonly secrets: Secrets
}

/** Expiry is rounded up to whole steps, so that the URLs of a gallery stay the same for a minute. */
const stepMs = 60_000
const lifeSteps = 4

/** The person and session of a signature. It ends with that session. */
export type SignatureHolder = Pick<GallerySignature, 'utilisateurId' | 'jti'>

/**
 * Signs access to the media of one event for one person, for 4 to 5 minutes. The signature holds the
 * person, the expiry and the session. Every read checks the rights and the session again.
 */
export function signGallery(deps: SignatureDeps, { utilisateurId, jti }: SignatureHolder, evenementId: number) {
  const expireAt = (Math.ceil(deps.clock.now().getTime() / stepMs) + lifeSteps) * stepMs
  const claim = { utilisateurId, expireAt, jti }
  const signature = formatGallerySignature({ ...claim, mac: macOf(deps, claim, evenementId) })
  return { signature, expire: new Date(expireAt).toISOString() }
}

const verifiedSignatures = new SignatureCache<GallerySignature>()

/** The person and session of a signature; null when it is forged, expired or for another event. */
export function readGallerySignature(deps: SignatureDeps, text: string, evenementId: number): SignatureHolder | null {
  const signed = `${evenementId} ${text}`
  const known = verifiedSignatures.get(deps.secrets, signed)
  const signature = known ?? verified(deps, text, evenementId)
  if (signature === null) return null
  if (!known) verifiedSignatures.set(deps.secrets, signed, signature)
  return signature.expireAt > deps.clock.now().getTime() ? signature : null
}

function verified(deps: SignatureDeps, text: string, evenementId: number): GallerySignature | null {
  const signature = parseGallerySignature(text)
  if (signature === null) return null
  const expected = Buffer.from(macOf(deps, signature, evenementId))
  const received = Buffer.from(signature.mac)
  return expected.length === received.length && timingSafeEqual(expected, received) ? signature : null
}

function macOf({ secrets }: SignatureDeps, claim: Omit<GallerySignature, 'mac'>, evenementId: number): string {
  return createHmac('sha256', secrets.galerie)
    .update(`galerie ${evenementId} ${signedPart(claim)}`)
    .digest('base64url')
}
