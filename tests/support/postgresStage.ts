import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Role } from '#server/configTable.ts'
import { openParts } from '#server/openParts.ts'
import type { Parts } from '#server/parts.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { uneFete } from '#tests/support/fete.ts'
import { type KillableServer, startKillableServer } from '#tests/support/killableServer.ts'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { freshDatabase } from '#tests/support/testDatabase.ts'

/**
 * Server processes that share one PostgreSQL database and one folder or bucket, and an organiser with a person who may
 * deposit. With a bucket each has another data folder.
 */
export interface PostgresStage {
  readonly nodes: readonly KillableServer[]
  /** Holds the data folders of all nodes, or is that of all. */
  readonly folder: string
  /** The data, opened beside the servers. */
  readonly parts: Parts
  readonly claire: PersonneDeTest
  readonly karim: PersonneDeTest
  readonly evenementId: number
  /** Variables of the nodes, without DATA_DIR. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

interface StageOptions {
  /** Where the database is created; the run's own cluster by default. */
  readonly cluster?: string
  /** Bucket for the files; the shared folder when null or absent. */
  readonly s3?: S3Settings | null
  /** Hides what the nodes say when they may not start. */
  readonly isQuiet?: boolean
  /** ROLE of each node; `all` when absent. */
  readonly roles?: readonly Role[]
  /** More variables of each node, for example STOP_DELAY. */
  readonly environment?: Readonly<Record<string, string>>
  /** How the nodes reach the database, for example through a PgBouncer; directly when absent. */
  readonly databaseOf?: (databaseUrl: string) => Promise<Readonly<Record<string, string>>>
}

export async function openPostgresStage(
  count: number,
  {
    cluster = inject('postgres'),
    s3 = null,
    isQuiet = false,
    roles = [],
    environment = {},
    databaseOf,
  }: StageOptions = {},
): Promise<PostgresStage> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-noeuds-'))
  const place = await freshDatabase(cluster)
  const { databaseUrl } = place
  const variables = {
    DATABASE_URL: databaseUrl,
    ...(await databaseOf?.(databaseUrl)),
    TMPDIR: folder,
    ...(s3 && environmentOf(s3)),
    ...environment,
  }
  const start = (_: unknown, n: number) =>
    startKillableServer(s3 ? join(folder, `noeud-${n}`) : folder, { ...variables, ROLE: roles[n] ?? 'all' }, isQuiet)
  const nodes = await Promise.all(Array.from({ length: count }, start))
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const parts = await openParts({ dataDir: folder, databaseUrl, s3, publicUrl: 'http://localhost', report })
  const { claire, karim, evenementId } = await uneFete({ parts })
  return {
    nodes,
    folder,
    parts,
    claire,
    karim,
    evenementId,
    environment: variables,
    async close() {
      for (const node of nodes) await node.kill()
      await parts.medias.stop()
      await parts.database.destroy()
      await place.drop()
      await rm(folder, { recursive: true, force: true })
      if (failures.length > 0) throw new AggregateError(failures, 'background work failed')
    },
  }
}

/** The variables of a bucket. */
export function environmentOf({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Settings): Record<string, string> {
  return {
    ...(endpoint !== null && { S3_ENDPOINT: endpoint }),
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}
