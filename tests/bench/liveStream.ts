import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { freshDatabase, makeTemplate } from '#tests/support/testDatabase.ts'
import { type ChildServer, startChildServer } from './childServer.ts'
import { cpuMs } from './cpuTime.ts'
import { median, type Measured, type Row } from './row.ts'

const decisionsInAll = 51
/** Decided before the measurement: a server at an event has run for hours, and its code is compiled. */
const earlierDecisions = 120
/** 100 decisions a minute. */
const everyMs = 600
const restMs = 1000
const latestMs = 100

interface Info {
  readonly stream: string
  readonly tokens: readonly string[]
  readonly decisions: readonly string[]
  readonly organiser: string
}

/** CPU time of the server while every guest of a large event has it open, and how late the last one hears. */
export const liveStreams: readonly Row[] = [
  {
    what: 'live stream of 500 guests, 100 decisions a minute, on SQLite',
    against: 'one core',
    goal: '<= 2 %, the last guest within 100 ms, no event lost',
    async measure() {
      const server = await startChildServer<Info>('liveServer.ts')
      try {
        return await listen(server, 2)
      } finally {
        await server.stop()
      }
    },
  },
  {
    what: 'live stream of 500 guests, 100 decisions a minute, on PostgreSQL',
    against: 'one core',
    goal: '<= 4 %, the last guest within 100 ms, no event lost',
    async measure() {
      const cluster = await startPostgresCluster()
      await makeTemplate(cluster.url('postgres'))
      const { databaseUrl } = await freshDatabase(cluster.url('postgres'))
      const server = await startChildServer<Info>('liveServer.ts', { environment: { DATABASE_URL: databaseUrl } })
      try {
        return await listen(server, 4)
      } finally {
        await server.stop()
        await cluster.remove()
      }
    },
  },
]

async function listen({ pid, info }: ChildServer<Info>, goal: number): Promise<Measured> {
  for (const decision of info.decisions.slice(0, earlierDecisions)) await decide(decision, info.organiser)
  const decisions = info.decisions.slice(earlierDecisions)
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const heard: number[][] = []
  for (const token of info.tokens) {
    const times: number[] = []
    heard.push(times)
    await open(info.stream, { token, agent, onEvent: () => times.push(performance.now()) })
  }
  await pause(restMs)
  const [cpu, began] = [cpuMs(pid), performance.now()]
  const sent: number[] = []
  for (let n = 0; n < decisionsInAll; n += 1) {
    sent.push(performance.now())
    await decide(decisions[n] ?? '', info.organiser)
    await pause(Math.max(0, began + (n + 1) * everyMs - performance.now()))
  }
  await pause(restMs)
  const share = (100 * (cpuMs(pid) - cpu)) / (performance.now() - began)
  agent.destroy()
  // Decisions of the same moment may share an event, so the first one after each decision counts.
  const delays = sent.map((at) => heard.map((times) => (times.find((time) => time >= at) ?? Infinity) - at))
  const latest = delays.map((all) => Math.max(...all.filter(Number.isFinite)))
  const lost = delays.flat().filter((delay) => delay === Infinity).length
  const late = median(latest)
  return {
    figure: `${share.toFixed(1)} %, the last guest after ${Math.round(late)} ms, ${lost} lost`,
    detail: `the last guest of each decision: ${Math.round(Math.min(...latest))} to ${Math.round(Math.max(...latest))} ms`,
    isMet: share <= goal && late <= latestMs && lost === 0,
  }
}

interface Listening {
  readonly token: string
  readonly agent: Agent
  readonly onEvent: () => void
}

function open(url: string, { token, agent, onEvent }: Listening): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(String(answer.statusCode)))
      answer.on('data', (bytes: Buffer) => {
        for (const _ of bytes.toString().matchAll(/^data: /gm)) onEvent()
      })
      answer.once('error', () => undefined)
      return resolve()
    }).once('error', reject)
  })
}

async function decide(url: string, token: string): Promise<void> {
  const answer = await fetch(url, { method: 'PATCH', headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(String(answer.status))
  await answer.arrayBuffer()
}
