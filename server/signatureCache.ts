import type { Secrets } from './secrets/secrets.ts'

/** Some hundred bytes each. */
const maxTexts = 5000

/**
 * What signed texts say, by the text, once their signature was verified with certain secrets: a device sends the same
 * token or gallery signature with each request. The caller compares the expiry at each request. Forgets the oldest.
 */
export class SignatureCache<T> {
  readonly #bySecrets = new WeakMap<Secrets, Map<string, T>>()

  get(secrets: Secrets, text: string): T | undefined {
    return this.#bySecrets.get(secrets)?.get(text)
  }

  set(secrets: Secrets, text: string, said: T): void {
    const all = this.#bySecrets.get(secrets) ?? new Map<string, T>()
    this.#bySecrets.set(secrets, all)
    const [oldest] = all.keys()
    if (all.size >= maxTexts && oldest !== undefined) all.delete(oldest)
    all.set(text, said)
  }
}
