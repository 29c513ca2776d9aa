import { createHash } from 'node:crypto'

/** Passwords that stood in leaked data. */
export interface BreachedPasswords {
  /** Whether a password is known from a leak; false when that cannot be found out. */
  has(password: string): Promise<boolean>
}

/** Asks nobody. */
export const noBreachedPasswords: BreachedPasswords = { has: () => Promise.resolve(false) }

interface RangeOptions {
  /** Such as https://api.pwnedpasswords.com/range */
  readonly url: string
  readonly timeoutMs?: number
  readonly report: (error: unknown) => void
}

const prefixLength = 5

/**
 * Looks passwords up by k-anonymity (range interface of Have I Been Pwned): the first five digits of the SHA-1 leave
 * this server, the answer holds some 800 hashes that begin with them. When the service does not answer, the password
 * is taken and the failure reported: an outage there must not stop registrations here.
 */
export function rangeLookUp({ url, timeoutMs = 2000, report }: RangeOptions): BreachedPasswords {
  return {
    async has(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
      const [prefix, suffix] = [hash.slice(0, prefixLength), hash.slice(prefixLength)]
      try {
        const answer = await fetch(`${url}/${prefix}`, {
          // Answers of one size: their length tells nobody on the way which prefix was asked for.
          headers: { 'Add-Padding': 'true', 'User-Agent': 'Eclats' },
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (!answer.ok) throw new Error(`status ${answer.status}`)
        return isListed(await answer.text(), suffix)
      } catch (cause) {
        report(new Error('The look-up of breached passwords failed; the password was accepted.', { cause }))
        return false
      }
    },
  }
}

/** Padding has a count of 0. */
function isListed(range: string, suffix: string): boolean {
  const line = range.split(/\r?\n/).find((text) => text.toUpperCase().startsWith(`${suffix}:`))
  return line !== undefined && Number(line.slice(suffix.length + 1)) > 0
}
