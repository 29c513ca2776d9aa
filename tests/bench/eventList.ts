import { Agent, request } from 'node:http'
import { startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { freshDatabase, makeTemplate } from '#tests/support/testDatabase.ts'
import { type ChildServer, startChildServer } from './childServer.ts'
import { median, type Row } from './row.ts'

const rounds = 5
const roundMs = 2000
const parallel = 32

export interface ListTarget {
  readonly list: string
  readonly token: string
}

/** The organiser's list through the whole server: the price of a database that several nodes can share. */
export const postgresEventList: Row = {
  what: 'event list on PostgreSQL',
  against: 'the same server on SQLite',
  goal: '>= 0.8x',
  async measure() {
    const cluster = await startPostgresCluster()
    await makeTemplate(cluster.url('postgres'))
    const place = await freshDatabase(cluster.url('postgres'))
    const postgres = await startChildServer<ListTarget>('eventList.ts', {
      environment: { DATABASE_URL: place.databaseUrl },
    })
    const sqlite = await startChildServer<ListTarget>('eventList.ts')
    try {
      return await compare(postgres, sqlite, 0.8)
    } finally {
      await Promise.all([postgres.stop(), sqlite.stop()])
      await cluster.remove()
    }
  },
}

/** Lists a second of the one over those of the other, in turn, after a round that warms both. */
async function compare(ours: ChildServer<ListTarget>, theirs: ChildServer<ListTarget>, goal: number) {
  const speeds = { ours: [] as number[], theirs: [] as number[] }
  for (let round = -1; round < rounds; round += 1) {
    const [mine, other] = [await listsASecond(ours.told), await listsASecond(theirs.told)]
    if (round < 0) continue
    speeds.ours.push(mine)
    speeds.theirs.push(other)
  }
  const ratio = median(speeds.ours) / median(speeds.theirs)
  const detail = `lists a second: ${speeds.ours.map(Math.round).join(' ')} against ${speeds.theirs.map(Math.round).join(' ')}`
  return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio >= goal }
}

async function listsASecond(target: ListTarget): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  const started = performance.now()
  let lists = 0
  const one = async () => {
    while (performance.now() - started < roundMs) {
      await ask(target, agent)
      lists += 1
    }
  }
  await Promise.all(Array.from({ length: parallel }, one))
  agent.destroy()
  return (lists * 1000) / (performance.now() - started)
}

function ask({ list, token }: ListTarget, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(list, { agent, headers: { authorization: `Bearer ${token}` } })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      answer.resume()
      answer.once('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(String(answer.statusCode)))))
    })
    sent.end()
  })
}
