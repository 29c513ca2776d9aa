import type { EvenementLive } from '#domain/live/live.ts'
import { readEventStream } from '#src/api/live/eventStream.ts'
import { personas, type Persona } from '#tests/support/everyCall/world.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'
import { holdsMark } from './leaks.ts'
import { type Tenant, tokenOf } from './tenant.ts'

/** Opens the live stream of every person of two tenants and checks each frame. */
export class Streams {
  readonly #server: TestServer
  readonly #open = new Map<string, AbortController>()
  /** Frames that leaked data of the other tenant. */
  readonly leaks: string[] = []
  heard = 0

  constructor(server: TestServer) {
    this.#server = server
  }

  /** Opens missing streams, also those that ended with their session. */
  async open([one, other]: readonly [Tenant, Tenant]): Promise<void> {
    for (const [mine, foreign] of [
      [one, other],
      [other, one],
    ] as const) {
      for (const persona of personas) if (persona !== 'AN') await this.#listen(mine, foreign, persona)
    }
  }

  close(): void {
    for (const hangUp of this.#open.values()) hangUp.abort()
  }

  async #listen(mine: Tenant, foreign: Tenant, persona: Persona): Promise<void> {
    const who = `${persona} of ${mine.marque}`
    if (this.#open.has(who)) return
    const hangUp = new AbortController()
    const headers = { authorization: `Bearer ${tokenOf(mine, persona)}` }
    const answer = await fetch(`${this.#server.address}/api/live`, { headers, signal: hangUp.signal })
    this.#open.set(who, hangUp)
    void this.#read(answer, foreign, who)
      .catch(() => undefined)
      .finally(() => this.#open.delete(who))
  }

  async #read(answer: Response, foreign: Tenant, who: string): Promise<void> {
    await readEventStream(answer.body!, { onData: (data) => this.#look(data, foreign, who) })
  }

  #look(data: string, foreign: Tenant, who: string): void {
    this.heard += 1
    const { evenement_id } = JSON.parse(data) as EvenementLive
    if (evenement_id === foreign.world.evenement || holdsMark(Buffer.from(data), foreign)) {
      this.leaks.push(`${who} heard ${data}`)
    }
  }
}
