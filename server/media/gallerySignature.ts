import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Parts } from '../parts.ts'

type SignatureDeps = Pick<Parts, 'clock' | 'secrets'>

/** Rounded up to whole steps, so that a gallery's addresses stay the same while one looks at it. */
const stepMs = 60_000
const lifeSteps = 4

/**
 * One signature that opens the media of one event to one person for 4 to 5 minutes (api, "Answers"). It names the
 * person and the end; what it opens is checked again at every read.
 */
export function signGallery(deps: SignatureDeps, utilisateurId: number, evenementId: number) {
  const end = (Math.ceil(deps.clock.now().getTime() / stepMs) + lifeSteps) * stepMs
  const claim = `${utilisateurId}.${end}`
  return { signature: `${claim}.${mac(deps, claim, evenementId)}`, expire: new Date(end).toISOString() }
}

/** The person a signature stands for, or null when it is forged, expired or of another event. */
export function readGallerySignature(deps: SignatureDeps, signature: string, evenementId: number): number | null {
  const [person = '', end = '', given = ''] = signature.split('.')
  if (!/^\d{1,15}$/.test(person) || !/^\d{1,15}$/.test(end)) return null
  const expected = Buffer.from(mac(deps, `${person}.${end}`, evenementId))
  const received = Buffer.from(given)
  const isGenuine = expected.length === received.length && timingSafeEqual(expected, received)
  return isGenuine && Number(end) > deps.clock.now().getTime() ? Number(person) : null
}

function mac({ secrets }: SignatureDeps, claim: string, evenementId: number): string {
  return createHmac('sha256', secrets.galerie).update(`galerie ${evenementId} ${claim}`).digest('base64url')
}
