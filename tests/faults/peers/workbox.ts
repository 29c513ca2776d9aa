import { wholeRun } from '../random/seeds.ts'
import { runSeed } from '../random/seed.ts'
import type { Figures } from './peers.ts'
import { enterWorkerScope } from './workerScope.ts'
import { WorkboxPhone } from './workboxPhone.ts'

const seeds = Array.from({ length: 20 }, (_, n) => n + 1)

/** The runs of `npm run faults -- --seeds 20` with workbox-background-sync instead of our queue. */
export async function measureWorkbox(): Promise<Figures> {
  enterWorkerScope()
  const sums: Record<string, number> = {}
  const ways: Record<string, number> = {}
  for (const seed of seeds) {
    const { figures, faults } = await runSeed(seed, wholeRun, (name, { setting }) => new WorkboxPhone(name, setting))
    console.log(Object.entries(figures).flat().join(' '))
    for (const [name, figure] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + figure
    for (const { kind, what } of faults) ways[`${kind}: ${what}`] = (ways[`${kind}: ${what}`] ?? 0) + 1
  }
  console.table(ways)
  return { ...sums, seed: seeds.length }
}
