import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { planPayantSchema } from '#domain/abonnement/abonnement.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The content of a demonstration page's URL. `expire` is in milliseconds since 1970. */
const jetonSchema = v.variant('genre', [
  v.object({
    genre: v.literal('checkout'),
    reference: v.string(),
    utilisateurId: v.number(),
    plan: planPayantSchema,
    successUrl: v.string(),
    cancelUrl: v.string(),
    expire: v.number(),
  }),
  v.object({ genre: v.literal('portail'), reference: v.string(), returnUrl: v.string(), expire: v.number() }),
])
export type DemonstrationJeton = v.InferOutput<typeof jetonSchema>

/** The signed content of a page, for its URL. */
export function sealJeton(secrets: Secrets, content: DemonstrationJeton): string {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${text}.${signatureOf(secrets, text)}`
}

/** The content of a token; null when its signature is invalid or it is expired. @param now current time */
export function openJeton(secrets: Secrets, jeton: string, now: Date): DemonstrationJeton | null {
  const [, text, signature] = /^([\w-]+)\.([\w-]{43})$/.exec(jeton) ?? []
  if (text === undefined || signature === undefined) return null
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secrets, text)))) return null
  const content = v.parse(jetonSchema, JSON.parse(Buffer.from(text, 'base64url').toString()))
  return content.expire > now.getTime() ? content : null
}

/** The key also signs session tokens; the prefix separates the two uses. */
function signatureOf({ jwt }: Secrets, text: string): string {
  return createHmac('sha256', jwt).update(`paiement/demonstration:${text}`).digest('base64url')
}
