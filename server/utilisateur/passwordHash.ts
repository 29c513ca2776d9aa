import { hash, type Options, verify } from '@node-rs/argon2'

/** OWASP's parameters for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const maxConcurrent = 2

let running = 0
const waiting: (() => void)[] = []

/** The argon2id hash of a password, with a random salt. */
export function hashPassword(password: string): Promise<string> {
  return withLimit(() => hash(password, options))
}

/**
 * Whether a password matches a hash. Without a hash (unknown account; empty for a guest) a dummy hash is verified, so
 * that the response time is the same.
 */
export async function fitsPassword(known: string | undefined, password: string): Promise<boolean> {
  const against = known || (await dummyHashOf())
  const fits = await withLimit(() => verify(against, password))
  return fits && Boolean(known)
}

let dummyHash: Promise<string> | undefined
function dummyHashOf(): Promise<string> {
  dummyHash ??= hashPassword(crypto.randomUUID())
  return dummyHash
}

/** At most two hashes at once, which limits memory during a burst of logins. */
async function withLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
