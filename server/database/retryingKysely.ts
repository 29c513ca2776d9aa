import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, Kysely, type KyselyConfig, type Transaction } from 'kysely'
import type { ChannelListener } from './channelListener.ts'
import { isEndedForAnother } from './databaseError.ts'
import type { Schema } from './schema.ts'
import { SharedQuery } from './sharedQuery.ts'
import type { ChangeCounting } from './readCache.ts'

const maxAttempts = 5

/**
 * Which transactions are visible: it differs after each commit. A standby that becomes the primary may count to the
 * same number with other rows: its process started at another time.
 */
const visible: CompiledQuery<{ count: string }> = CompiledQuery.raw(
  "select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text as count",
)

/**
 * Retries transactions that PostgreSQL ended because of a deadlock. A transaction must therefore have no other side
 * effects than those in the database.
 */
export class RetryingKysely extends Kysely<Schema> implements ChangeCounting {
  readonly #listener: ChannelListener | null
  readonly #count = new SharedQuery(async () => (await this.executeQuery(visible)).rows[0]?.count ?? '')

  constructor(config: KyselyConfig, listener: ChannelListener | null) {
    super(config)
    this.#listener = listener
  }

  changeCount(): Promise<string> {
    return this.#count.read()
  }

  override async destroy(): Promise<void> {
    await this.#listener?.stop()
    await super.destroy()
  }

  override transaction() {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) => retryDeadlock(() => once(work))
    return builder
  }
}

async function retryDeadlock<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isEndedForAnother(error) || attempt >= maxAttempts) throw error
    await pause(Math.random() * 20 * 2 ** attempt)
    return retryDeadlock(work, attempt + 1)
  }
}
