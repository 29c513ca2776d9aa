import { hash, type Options, verify } from '@node-rs/argon2'

/** OWASP's choice for argon2id, the library's default algorithm: 19 MiB, two passes, one lane (api, "Rules"). */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2

let running = 0
const waiting: (() => void)[] = []

/** The argon2id hash of a password, with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options))
}

/**
 * Whether a password fits. For an unknown account the same work is done on a hash that nothing fits, so that the
 * answer takes as long.
 */
export async function fitsPassword(known: string | undefined, password: string): Promise<boolean> {
  const against = known ?? (await nobodysHash())
  const fits = await inTurn(() => verify(against, password))
  return fits && known !== undefined
}

let nobody: Promise<string> | undefined
function nobodysHash(): Promise<string> {
  nobody ??= hashPassword(crypto.randomUUID())
  return nobody
}

/** At most two hashes at once: a burst of logins must not take the memory of the whole server. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
