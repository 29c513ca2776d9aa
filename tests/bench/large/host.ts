import { buildApp } from '#server/app.ts'
import type { DatabasePlace } from '#server/database/openDatabase.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import type { Parts } from '#server/parts.ts'
import { openSession } from '#server/session/session.usecases.ts'
import { findUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import { TestClock } from '#tests/support/testClock.ts'
import { median } from '../row.ts'
import type { ScreenCall } from './screenCalls.ts'

/** The time of the rows of a filled host. */
export const hostNow = '2026-06-20T12:00:00.000Z'

export interface Host {
  readonly parts: Parts
  /** Median CPU time of a call in milliseconds, of this whole process. */
  cpuOf(call: ScreenCall, times?: number): Promise<number>
  /** @returns the length of the answer in bytes */
  sizeOf(call: ScreenCall): Promise<number>
  stop(): Promise<void>
}

/** The real app in this process on a filled database. */
export async function openHost(place: DatabasePlace): Promise<Host> {
  const clock = new TestClock(hostNow)
  const parts: Parts = await openParts({ ...place, publicUrl: 'http://eclats.test', clock, report: console.error })
  const app = await buildApp(parts, { logger: createLogger('silent'), dist: null, trustedProxies: [] })
  const tokens = new Map<number, string>()

  const tokenOf = async (personne: number) => {
    const known = tokens.get(personne)
    if (known !== undefined) return known
    const utilisateur = await findUtilisateur(parts.database, personne)
    if (!utilisateur) throw new Error(`no person ${personne}`)
    const { token } = await openSession(parts, { utilisateur, seSouvenir: false })
    tokens.set(personne, token)
    return token
  }
  const ask = async ({ path, personne }: ScreenCall) => {
    const headers = { authorization: `Bearer ${await tokenOf(personne)}` }
    const answer = await app.inject({ method: 'GET', url: `/api${path}`, headers })
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
    return answer.rawPayload.length
  }
  return {
    parts,
    sizeOf: ask,
    async cpuOf(call, times = 5) {
      await ask(call)
      const took: number[] = []
      for (let n = 0; n < times; n += 1) {
        const before = process.cpuUsage()
        await ask(call)
        const { user, system } = process.cpuUsage(before)
        took.push((user + system) / 1000)
      }
      return median(took)
    },
    async stop() {
      await app.close()
      await parts.journal.flush()
      await parts.database.destroy()
    },
  }
}
