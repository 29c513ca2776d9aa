import { createHash } from 'node:crypto'

export interface BreachedPasswords {
  /** Whether a password is in a known leak; false when the look-up fails. */
  has(password: string): Promise<boolean>
}

/** For deployments without a look-up service. */
export const noBreachedPasswords: BreachedPasswords = { has: () => Promise.resolve(false) }

interface RangeOptions {
  /** For example https://api.pwnedpasswords.com/range */
  readonly url: string
  readonly timeoutMs?: number
  readonly report: (error: unknown) => void
}

const prefixLength = 5

/**
 * Looks passwords up by k-anonymity (range API of Have I Been Pwned): only the first five hex digits of the SHA-1 are
 * sent, and the response has about 800 hashes with that prefix. When the service fails, the password is accepted and
 * the error reported: an outage must not block registrations.
 */
export function rangeLookUp({ url, timeoutMs = 2000, report }: RangeOptions): BreachedPasswords {
  return {
    async has(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
      const [prefix, suffix] = [hash.slice(0, prefixLength), hash.slice(prefixLength)]
      try {
        const answer = await fetch(`${url}/${prefix}`, {
          // Padding hides the prefix: otherwise the response size would reveal it.
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

/** Padding entries have a count of 0. */
function isListed(range: string, suffix: string): boolean {
  const line = range.split(/\r?\n/).find((text) => text.toUpperCase().startsWith(`${suffix}:`))
  return line !== undefined && Number(line.slice(suffix.length + 1)) > 0
}
