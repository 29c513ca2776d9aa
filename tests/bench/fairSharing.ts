import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { unePhotoDe } from '#tests/support/photos.ts'
import { startChildServer } from './childServer.ts'
import type { Measured, Row } from './row.ts'

const phones = 200
const photosEach = 5
const photoBytes = 500_000

interface Party {
  readonly endpoint: string
  /** One for each phone. */
  readonly tokens: readonly string[]
}

/**
 * 200 phones of 200 people begin at once and send photos one after the other, in one request each, until everyone has
 * sent 5 after its first. In fair sharing each phone gets 1/200 of the throughput of the moment, so that from the start
 * of each request to its receipt the server stores 200 photos. The figure is the 95th percentile of the photos stored
 * meanwhile, in 200. Counted in photos and not in seconds, it is the same when the machine is busy with other work.
 */
export const fairSharing: Row = {
  what: `${phones} phones that send at once, 95th percentile of the answer times`,
  against: `each phone with 1/${phones} of the measured throughput`,
  goal: '<= 1.3x',
  async measure() {
    const server = await startChildServer<Party>('partyServer.ts', { environment: { DEPOSANTS: String(phones) } })
    const crowd = new Crowd(server.info, await unePhotoDe(photoBytes))
    try {
      return await crowd.measure()
    } finally {
      crowd.leave()
      await server.stop()
    }
  },
}

/** The phones, and what each waited for its answers. */
class Crowd {
  readonly #party: Party
  readonly #picture: Buffer
  readonly #agent = new Agent({ keepAlive: true })
  /** The photos stored during each answer, of each phone. */
  readonly #waits: readonly number[][]
  #stored = 0

  constructor(party: Party, picture: Buffer) {
    this.#party = party
    this.#picture = picture
    this.#waits = party.tokens.map(() => [])
  }

  async measure(): Promise<Measured> {
    const began = performance.now()
    await Promise.all(this.#party.tokens.map((token, at) => this.#sendFrom(token, this.#waits[at] ?? [])))
    const seconds = (performance.now() - began) / 1000
    const sorted = this.#waits.flat().toSorted((a, b) => a - b)
    const share = (part: number) => (sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN) / phones
    const shares = [0.05, 0.5, 1].map((part) => share(part).toFixed(2)).join(', ')
    return {
      figure: `${share(0.95).toFixed(2)}x`,
      detail: `5th percentile, median and slowest: ${shares}; ${(this.#stored / seconds).toFixed(0)} photos a second`,
      isMet: share(0.95) <= 1.3,
    }
  }

  leave(): void {
    this.#agent.destroy()
  }

  async #sendFrom(token: string, waits: number[]): Promise<void> {
    // In the first round no phone waits for the photos of a round before.
    await this.#send(token)
    while (!this.#isOver()) {
      const before = this.#stored
      await this.#send(token)
      // Once a phone has stopped, the others share what it had.
      if (!this.#isOver()) waits.push(this.#stored - before)
    }
  }

  #isOver(): boolean {
    return this.#waits.every(({ length }) => length >= photosEach)
  }

  async #send(token: string): Promise<void> {
    await send(this.#party.endpoint, { agent: this.#agent, token, picture: this.#picture })
    this.#stored += 1
  }
}

interface Sending {
  readonly agent: Agent
  readonly token: string
  readonly picture: Buffer
}

/** Sends a photo that the person has not sent: the picture with other bytes after it. */
function send(endpoint: string, { agent, token, picture }: Sending): Promise<void> {
  const suffix = randomBytes(16)
  return new Promise((resolve, reject) => {
    const sent = request(endpoint, {
      method: 'POST',
      agent,
      headers: {
        'Tus-Resumable': '1.0.0',
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': picture.length + suffix.length,
        'Upload-Length': picture.length + suffix.length,
      },
    })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => {
        if (answer.headers['x-media-id'] !== undefined) resolve()
        else reject(new Error(`${endpoint}: ${answer.statusCode}`))
      })
    })
    sent.write(picture)
    sent.end(suffix)
  })
}
