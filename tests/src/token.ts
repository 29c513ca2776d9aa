interface Claims {
  userId: number
  sub: string
  role: string
  exp: number
}

/** An unsigned session token with the server's claims, which the screens only read. */
export function unToken(claims: Partial<Claims>): string {
  const payload: Claims = {
    userId: 3,
    sub: 'lea@demo.eclats.test',
    role: 'PARTICIPANT',
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...claims,
  }
  const encode = (part: unknown) =>
    btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return `${encode({ alg: 'HS256' })}.${encode(payload)}.${encode('signature')}`
}
