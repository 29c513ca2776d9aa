import { Agent, request } from 'node:http'
import { startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { freshDatabase, makeTemplate } from '#tests/support/testDatabase.ts'
import { type ChildServer, startChildServer } from './childServer.ts'
import { median, type Row } from './row.ts'

const rounds = 5
/** A round alternates many times, so that other load affects both alike. */
const turns = 10
const turnMs = 200
const parallel = 32

export interface ListTarget {
  readonly list: string
  readonly token: string
  /** For the list that the client has already. */
  readonly tag?: string
}

/** The organiser's list, on the database that several nodes can share. */
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

/** The same list compared with minimal servers on the same rows. */
export const bareEventList: Row = {
  what: 'event list with token and role check',
  against: 'bare node:http and better-sqlite3',
  goal: '>= 1.2x',
  measure: () => againstPeer('bareEvents.ts', 1.2),
}

export const expressEventList: Row = {
  what: 'event list with token and role check, once more',
  against: 'express on the same statements',
  goal: '>= 2.5x',
  measure: () => againstPeer('expressEvents.ts', 2.5),
}

/** A conditional request for an unchanged list. */
export const unchangedEventList: Row = {
  what: 'unchanged event list (304)',
  against: 'the same list sent whole',
  goal: '>= 1x',
  async measure() {
    const server = await startChildServer<ListTarget>('eventList.ts')
    try {
      const known = { ...server, info: { ...server.info, tag: await tagOf(server.info) } }
      return await compare(known, server, 1)
    } finally {
      await server.stop()
    }
  },
}

async function againstPeer(file: string, goal: number) {
  const ours = await startChildServer<ListTarget>('eventList.ts')
  const theirs = await startChildServer<ListTarget>(file)
  try {
    const [mine, other] = [await bodyOf(ours.info), await bodyOf(theirs.info)]
    if (mine !== other) throw new Error(`not the same list: ${mine.length} and ${other.length} characters`)
    return await compare(ours, theirs, goal)
  } finally {
    await Promise.all([ours.stop(), theirs.stop()])
  }
}

/** The list without times and the order of fields, which differ between equal fixtures. */
async function bodyOf({ list, token }: ListTarget): Promise<string> {
  const answer = await fetch(list, { headers: { authorization: `Bearer ${token}` } })
  return JSON.stringify(await answer.json(), (name, value: unknown) => {
    if (name.startsWith('date')) return 'then'
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
  })
}

async function tagOf({ list, token }: ListTarget): Promise<string> {
  const answer = await fetch(list, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

/** Ratio of lists per second, measured alternately after a warm-up round. */
async function compare(ours: ChildServer<ListTarget>, theirs: ChildServer<ListTarget>, goal: number) {
  const speeds = { ours: [] as number[], theirs: [] as number[] }
  for (let round = -1; round < rounds; round += 1) {
    const sums = { ours: 0, theirs: 0 }
    for (let turn = 0; turn < turns; turn += 1) {
      sums.ours += await listsASecond(ours.info)
      sums.theirs += await listsASecond(theirs.info)
    }
    if (round < 0) continue
    speeds.ours.push(sums.ours / turns)
    speeds.theirs.push(sums.theirs / turns)
  }
  const ratio = median(speeds.ours.map((speed, round) => speed / (speeds.theirs[round] ?? Number.NaN)))
  const detail = `lists a second: ${speeds.ours.map(Math.round).join(' ')} against ${speeds.theirs.map(Math.round).join(' ')}`
  return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio >= goal }
}

async function listsASecond(target: ListTarget): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  const started = performance.now()
  let lists = 0
  const one = async () => {
    while (performance.now() - started < turnMs) {
      await ask(target, agent)
      lists += 1
    }
  }
  await Promise.all(Array.from({ length: parallel }, one))
  agent.destroy()
  return (lists * 1000) / (performance.now() - started)
}

function ask({ list, token, tag }: ListTarget, agent: Agent): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, ...(tag !== undefined && { 'if-none-match': tag }) }
  const good = tag === undefined ? 200 : 304
  return new Promise((resolve, reject) => {
    const sent = request(list, { agent, headers })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      answer.resume()
      answer.once('end', () => (answer.statusCode === good ? resolve() : reject(new Error(String(answer.statusCode)))))
    })
    sent.end()
  })
}
