import { createSecretKey, type KeyObject } from 'node:crypto'
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { type Role, roleSchema } from '#domain/utilisateur/utilisateur.ts'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { SignatureCache } from '../signatureCache.ts'

const algorithm = 'HS256'
const issuer = 'eclats'
const audience = 'eclats-api'
const claimsSchema = v.object({ userId: v.number(), sub: v.string(), role: roleSchema, jti: v.string() })

/** The claims of a session token (product 4). Role and account state are read from the database at each request. */
export interface Claims {
  readonly userId: number
  readonly sub: string
  readonly role: Role
  readonly jti: string
}

interface TokenDeps {
  readonly clock: Clock
  readonly secrets: Secrets
}

/** Signs a session token that expires at `expire`, an ISO instant. */
export function signToken(deps: TokenDeps, claims: Claims, expire: string): Promise<string> {
  const { userId, sub, role, jti } = claims
  return new SignJWT({ userId, role })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(sub)
    .setJti(jti)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(deps.clock.now())
    .setExpirationTime(new Date(expire))
    .sign(keyOf(deps))
}

/** The claims of a valid token, else null. The algorithm is fixed, never read from the token. */
export async function readToken(deps: TokenDeps, token: string): Promise<Claims | null> {
  const known = verifiedTokens.get(deps.secrets, token)
  if (known) return known.expireMs > deps.clock.now().getTime() ? known.claims : null
  const verified = await verify(deps, token)
  if (!verified) return null
  verifiedTokens.set(deps.secrets, token, verified)
  return verified.claims
}

interface VerifiedToken {
  readonly claims: Claims
  readonly expireMs: number
}

async function verify(deps: TokenDeps, token: string): Promise<VerifiedToken | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(deps), {
      algorithms: [algorithm],
      issuer,
      audience,
      currentDate: deps.clock.now(),
      requiredClaims: ['iss', 'aud', 'exp', 'iat', 'jti', 'sub'],
    })
    const claims = v.safeParse(claimsSchema, payload)
    return claims.success ? { claims: claims.output, expireMs: (payload.exp ?? 0) * 1000 } : null
  } catch (error) {
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError) return null
    throw error
  }
}

const verifiedTokens = new SignatureCache<VerifiedToken>()

const keys = new WeakMap<TokenDeps['secrets'], KeyObject>()

/** Caches the key object, which keeps the prepared key for later verifications. */
function keyOf({ secrets }: TokenDeps): KeyObject {
  const known = keys.get(secrets) ?? createSecretKey(secrets.jwt, 'base64url')
  keys.set(secrets, known)
  return known
}
