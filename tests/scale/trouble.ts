import { setTimeout as pause } from 'node:timers/promises'
import type { KillableServer } from '#tests/support/killableServer.ts'
import type { PostgresCluster } from '#tests/support/postgresCluster.ts'
import type { Swift } from '#tests/support/s3/swift.ts'

interface Parts {
  readonly nodes: readonly KillableServer[]
  readonly cluster: PostgresCluster
  readonly swift: Swift
}

export interface Troubles {
  kills: number
  storeOutages: number
  databaseRestarts: number
}

/** A node is killed and started again after this long, again and again. Milliseconds. */
const killEveryMs = 4000
const storeOutageMs = 20_000

/**
 * Kills random nodes with SIGKILL, stops the store for 20 s once and restarts the database once, until it is told to
 * stop; everything runs again then.
 */
export async function makeTrouble(
  { nodes, cluster, swift }: Parts,
  { signal, random }: { readonly signal: AbortSignal; readonly random: () => number },
): Promise<Troubles> {
  const done: Troubles = { kills: 0, storeOutages: 0, databaseRestarts: 0 }
  const killing = (async () => {
    while (!signal.aborted) {
      await pause(killEveryMs * (0.5 + random()), undefined, { signal }).catch(() => undefined)
      const node = nodes[Math.floor(random() * nodes.length)]
      if (signal.aborted || !node) return
      await node.kill()
      done.kills += 1
      await startAgain(node, signal)
    }
  })()
  const outages = (async () => {
    await pause(15_000, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    await swift.kill()
    await pause(storeOutageMs)
    await swift.start()
    done.storeOutages += 1
    await pause(15_000, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    await cluster.crash()
    await pause(2000)
    await cluster.start()
    done.databaseRestarts += 1
  })()
  await Promise.all([killing, outages])
  return done
}

/**
 * A node that starts while the store or the database is away ends with a sentence, as the system's service manager
 * sees.
 */
async function startAgain(node: KillableServer, signal: AbortSignal): Promise<void> {
  for (;;) {
    const hasStarted = await node.start().then(
      () => true,
      () => false,
    )
    if (hasStarted) return
    await pause(signal.aborted ? 500 : 1000)
  }
}
