import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { channelOf, type Measures } from './measures.ts'
import { waitingWork } from './waitingWork.ts'

export interface MetricsServer {
  /** URL of the metrics, for example http://127.0.0.1:9464/metrics */
  readonly address: string
  stop(): Promise<void>
}

interface MetricsOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  readonly report: (error: unknown) => void
}

const seconds = { answer: [0.005, 0.02, 0.1, 0.5, 2, 10, 60], short: [0.0005, 0.002, 0.01, 0.05, 0.2, 1, 5] }

/**
 * Serves metrics for Prometheus on a separate port. No label names a person, an event, a file or an address.
 * @throws the system's error when the port is taken
 */
export async function startMetrics(deps: DatabaseDeps, { host, port, report }: MetricsOptions): Promise<MetricsServer> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const subscriptions = subscribeAll(registry)
  const waiting = gaugesOfWaitingWork(registry)
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    waiting(deps)
      .then(() => registry.metrics())
      .then((text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text))
      .catch((error: unknown) => {
        report(error)
        response.writeHead(503).end()
      })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}/metrics`,
    async stop() {
      for (const unsubscribe of subscriptions) unsubscribe()
      registry.clear()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type MeasureObservers = { [Name in keyof Measures]: (measure: Measures[Name]) => void }

function subscribeAll(registry: Registry): (() => void)[] {
  const registers = [registry]
  const answers = new Histogram({
    name: 'eclats_answer_seconds',
    help: 'Time until an answer of the API, by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds.answer,
    registers,
  })
  const received = new Counter({ name: 'eclats_upload_bytes_total', help: 'Durable bytes of uploads', registers })
  const commits = new Histogram({
    name: 'eclats_commit_seconds',
    help: 'Time from the last byte of an upload to its media or its refusal',
    labelNames: ['accepted'],
    buckets: seconds.answer,
    registers,
  })
  const queries = new Histogram({
    name: 'eclats_database_seconds',
    help: 'Time of a statement',
    labelNames: ['failed'],
    buckets: seconds.short,
    registers,
  })
  const store = new Histogram({
    name: 'eclats_store_seconds',
    help: 'Time of a call to the S3 store',
    labelNames: ['call', 'failed'],
    buckets: seconds.short,
    registers,
  })
  const jobs = new Histogram({
    name: 'eclats_job_seconds',
    help: 'Time of a run of background work',
    labelNames: ['job', 'failed'],
    buckets: seconds.answer,
    registers,
  })
  const streams = new Gauge({ name: 'eclats_live_streams', help: 'Open live streams', registers })
  const observers: MeasureObservers = {
    answer: ({ method, route, status, seconds: time }) => answers.observe({ method, route, status }, time),
    received: ({ bytes }) => received.inc(bytes),
    commit: ({ isAccepted, seconds: time }) => commits.observe({ accepted: String(isAccepted) }, time),
    query: ({ isFailed, seconds: time }) => queries.observe({ failed: String(isFailed) }, time),
    store: ({ call, isFailed, seconds: time }) => store.observe({ call, failed: String(isFailed) }, time),
    job: ({ name, isFailed, seconds: time }) => jobs.observe({ job: name, failed: String(isFailed) }, time),
    stream: ({ change }) => streams.inc(change),
  }
  return (Object.keys(observers) as (keyof Measures)[]).map((name) => {
    const listener = (measure: unknown) => (observers[name] as (given: unknown) => void)(measure)
    const channel = channelOf(name)
    channel.subscribe(listener)
    return () => channel.unsubscribe(listener)
  })
}

/** Asked of the database at each collection: the numbers belong to all nodes. */
function gaugesOfWaitingWork(registry: Registry): (deps: DatabaseDeps) => Promise<void> {
  const labels = { labelNames: ['job'] as const, registers: [registry] }
  const depth = new Gauge({ name: 'eclats_jobs_waiting', help: 'Waiting work, by job', ...labels })
  const age = new Gauge({ name: 'eclats_jobs_oldest_seconds', help: 'Age of the oldest waiting work', ...labels })
  return async (deps) => {
    for (const { job, count, oldestSeconds } of await waitingWork(deps)) {
      depth.set({ job }, count)
      age.set({ job }, oldestSeconds)
    }
  }
}
