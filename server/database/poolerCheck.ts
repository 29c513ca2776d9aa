import { Client, type ClientConfig } from 'pg'
import { ConfigError } from '../config.ts'

/** Settings that each connection needs, with their values in ms. PgBouncer does not pass them on from a client. */
export type Limits = Required<
  Pick<ClientConfig, 'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout'>
>

interface Listener {
  /** Whether it receives the notification that `notify` sends. */
  receives(notify: (channel: string) => Promise<unknown>): Promise<boolean>
}

/**
 * Checks what does not work through every pooler between the node and PostgreSQL: the limits, which PgBouncer does not
 * pass on, the durability of a commit, and the notifications (ADR 81).
 * @param config of the connections to the database, without limits
 * @throws ConfigError when something is missing, and the error of the connection
 */
export async function assertPoolerFits(
  config: ClientConfig,
  { limits, listener }: { readonly limits: Limits; readonly listener: Listener | null },
): Promise<void> {
  const client = new Client({ ...config, ...limits })
  client.on('error', () => undefined)
  try {
    await client.connect().catch((cause: unknown) => {
      throw isUnsupportedParameter(cause) ? new ConfigError(settingsSentence(limits), { cause }) : cause
    })
    await assertSettings(client, limits)
    const notify = (channel: string) => client.query('select pg_notify($1, $2)', [channel, ''])
    if (listener && !(await listener.receives(notify))) throw new ConfigError(listenSentence)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function assertSettings(client: Client, limits: Limits): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string; pid: number }>(
    'select name, setting, pg_backend_pid() as pid from pg_settings where name = any($1)',
    [['synchronous_commit', ...Object.keys(limits)]],
  )
  const has = new Map(rows.map(({ name, setting }) => [name, setting]))
  // A pooler gives its clients another process id than that of PostgreSQL. Without a pooler, each connection of the
  // node sets synchronous_commit itself.
  const isPooled = rows[0]?.pid !== (client as Client & { readonly processID?: number }).processID
  const isDurable = !isPooled || has.get('synchronous_commit') !== 'off'
  const isLimited = Object.keys(limits).every((name) => Number(has.get(name)) > 0)
  if (!isDurable || !isLimited) throw new ConfigError(settingsSentence(limits))
}

/** PgBouncer refuses a connection with a parameter that it does not know (protocol_violation). */
function isUnsupportedParameter(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message)
}

/** The settings of PgBouncer as its configuration has them. */
function settingsSentence(limits: Limits): string {
  const settings = Object.entries({ ...limits, synchronous_commit: 'on' })
  const query = settings.map(([name, value]) => `set ${name} = ${value}`).join('; ')
  const lines = `ignore_startup_parameters = ${Object.keys(limits).join(', ')} ; connect_query='${query}'`
  return (
    `DATABASE_URL : PgBouncer doit avoir ces réglages (docs/operations.md) : ${lines} / ` +
    `DATABASE_URL: PgBouncer needs these settings.`
  )
}

const listenSentence =
  'DATABASE_LISTEN_URL : les notifications (LISTEN) n’arrivent pas ; il faut l’adresse de la même base de données, sans ' +
  'PgBouncer. / DATABASE_LISTEN_URL: notifications (LISTEN) do not arrive; expected the address of the same database ' +
  'without PgBouncer.'
