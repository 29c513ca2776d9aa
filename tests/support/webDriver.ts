import { setTimeout as pause } from 'node:timers/promises'
import { type EngineTab, elementTimeoutMs } from './engineTab.ts'

/** Key of an element reference in W3C WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type Element = Readonly<Record<string, string>>

export class WebDriver {
  readonly #session: string
  #current = ''

  private constructor(session: string) {
    this.#session = session
  }

  /** @param address of the driver, http */
  static async start(address: string, capabilities: Readonly<Record<string, unknown>>): Promise<WebDriver> {
    const body = { capabilities: { alwaysMatch: capabilities } }
    const { sessionId } = await call<{ sessionId: string }>('POST', `${address}/session`, body)
    return new WebDriver(`${address}/session/${sessionId}`)
  }

  /** The first window of a new session. */
  async firstTab(): Promise<EngineTab> {
    return new WebDriverTab(this, await this.send<string>('GET', '/window'))
  }

  async openTab(): Promise<EngineTab> {
    const { handle } = await this.send<{ handle: string }>('POST', '/window/new', { type: 'tab' })
    return new WebDriverTab(this, handle)
  }

  /** CSS pixels, including the window frame. */
  async resize(width: number, height: number): Promise<void> {
    await this.send('POST', '/window/rect', { width, height })
  }

  async end(): Promise<void> {
    await this.send('DELETE', '')
  }

  /** Selects the window of later commands; skips the current one, because selecting it focuses it and wakes the app. */
  async turnTo(handle: string): Promise<void> {
    if (this.#current === handle) return
    await this.send('POST', '/window', { handle })
    this.#current = handle
  }

  send<T>(method: string, path: string, body?: unknown): Promise<T> {
    return call(method, `${this.#session}${path}`, body)
  }
}

class WebDriverTab implements EngineTab {
  readonly #driver: WebDriver
  readonly #handle: string

  constructor(driver: WebDriver, handle: string) {
    this.#driver = driver
    this.#handle = handle
  }

  async goto(url: string): Promise<void> {
    await this.#send('POST', '/url', { url })
  }

  async press(place: string): Promise<void> {
    await this.#at(place, 'click', {})
  }

  async write(place: string, text: string): Promise<void> {
    await this.#at(place, 'value', { text })
  }

  async pick(place: string, paths: readonly string[]): Promise<void> {
    await this.#at(place, 'value', { text: paths.join('\n') })
  }

  async evaluate<T>(ask: () => T | Promise<T>): Promise<T> {
    return this.#send('POST', '/execute/sync', { script: `return (${String(ask)})()`, args: [] })
  }

  async close(): Promise<void> {
    await this.#send('DELETE', '/window')
  }

  /** Retries until the element exists and accepts the action, because pages render in steps. */
  async #at(place: string, command: string, body: unknown): Promise<void> {
    await untilDone(elementTimeoutMs, async () => {
      const element = await this.#send<Element>('POST', '/element', { using: 'xpath', value: place })
      await this.#send('POST', `/element/${element[elementKey]}/${command}`, body)
    })
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    await this.#driver.turnTo(this.#handle)
    return this.#driver.send<T>(method, path, body)
  }
}

/** Retries. @throws the last error */
export async function untilDone<T>(timeoutMs: number, act: () => Promise<T>): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (Date.now() > end) throw error
      await pause(100)
    }
  }
}

async function call<T>(method: string, url: string, body?: unknown): Promise<T> {
  const answer = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: T }
  if (!answer.ok) throw new Error(`WebDriver ${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`)
  return value
}
