import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '#server/app.ts'
import { createLogger } from '#server/http/logging.ts'
import { openParts } from '#server/openParts.ts'
import type { BodyLimits } from '#server/http/slowBodies.ts'
import type { Parts } from '#server/parts.ts'
import type { PaymentChoice } from '#server/payment/paymentSettings.ts'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { putEmptySqlite } from '#tests/support/emptySqlite.ts'
import { freshBucket } from '#tests/support/s3/testBucket.ts'
import { pooledPlace } from '#tests/support/databasePool.ts'
import { sharedImages } from '#tests/support/sharedImages.ts'
import { TestClock } from '#tests/support/testClock.ts'

export interface TestServerOptions {
  clock?: TestClock
  /** Folder of a built app; none by default. */
  dist?: string | null
  /** Parts that replace the real ones. */
  parts?: Partial<Parts>
  publicUrl?: string
  /** A folder with existing data; removed at the end as well. */
  dataDir?: string
  trustedProxies?: string[]
  bodyLimits?: BodyLimits
  /** Time in which a client takes a byte of a response, in ms; that of the app when absent. */
  readerTimeoutMs?: number
  hstsSubdomains?: boolean
  /** Path of an internal location of a proxy for the data folder. */
  accelRedirect?: string
  /** Bucket for the files; that of the run, or the folder, when absent. */
  s3?: S3Settings
  isMeasured?: boolean
  /** The demonstration provider when absent. */
  payment?: PaymentChoice
  /** Also listens on a free port of 127.0.0.1, returned in `address`. */
  listen?: boolean
}

export interface CallOptions {
  token?: string | null
  body?: unknown
  headers?: Record<string, string>
}

export interface TestServer {
  app: FastifyInstance
  parts: Parts
  clock: TestClock
  dataDir: string
  /** Null on SQLite. */
  databaseUrl: string | null
  /** Empty unless `listen` was set. */
  address: string
  logs: string[]
  /** Returns and clears the background errors so far; remaining ones fail `stop`. */
  takeFailures(): unknown[]
  /** One call below /api, with the given bearer token. */
  call(method: InjectOptions['method'], path: string, options?: CallOptions): Promise<LightMyRequestResponse>
  stop(): Promise<void>
}

/** The real app in process, on its own folder and database. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const {
    clock = new TestClock(),
    payment = 'demonstration',
    dist = null,
    publicUrl = 'http://eclats.test',
    trustedProxies = [],
  } = options
  const { bodyLimits, readerTimeoutMs, hstsSubdomains = false } = options
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'eclats-test-')))
  const place = await pooledPlace()
  const { databaseUrl } = place
  if (options.dataDir === undefined && databaseUrl === null) await putEmptySqlite(dataDir)
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const pause = (ms: number) => Promise.resolve(void clock.pauses.push(ms))
  const s3 = options.s3 ?? freshBucket()
  const opened = await openParts({
    dataDir,
    databaseUrl,
    s3,
    isMeasured: options.isMeasured ?? false,
    publicUrl,
    clock,
    payment,
    report,
    images: sharedImages(),
  })
  const parts: Parts = { ...opened, pause, ...options.parts }
  await parts.medias.start()
  const logs: string[] = []
  const logger = createLogger('info', { write: (line) => void logs.push(line) })
  const app = await buildApp(parts, {
    logger,
    dist,
    trustedProxies,
    hstsSubdomains,
    ...(bodyLimits && { bodyLimits }),
    ...(readerTimeoutMs !== undefined && { readerTimeoutMs }),
    accel: options.accelRedirect === undefined ? null : { location: options.accelRedirect, folder: dataDir },
  })
  const address = options.listen ? await app.listen({ host: '127.0.0.1', port: 0 }) : ''
  return {
    app,
    parts,
    clock,
    dataDir,
    databaseUrl,
    address,
    logs,
    takeFailures: () => failures.splice(0),
    call: (method, path, call = {}) => app.inject(injectOptions(method, path, call)),
    async stop() {
      await app.close()
      await parts.medias.stop()
      await parts.journal.flush()
      await parts.database.destroy()
      await place.drop()
      await rm(dataDir, { recursive: true, force: true })
      if (failures.length > 0) throw new AggregateError(failures, 'background work failed')
    },
  }
}

function injectOptions(method: InjectOptions['method'], path: string, call: CallOptions): InjectOptions {
  const authorization = call.token ? { authorization: `Bearer ${call.token}` } : {}
  return {
    method: method ?? 'GET',
    url: `/api${path}`,
    headers: { ...authorization, ...call.headers },
    ...(call.body === undefined ? {} : { payload: call.body as NonNullable<InjectOptions['payload']> }),
  }
}
