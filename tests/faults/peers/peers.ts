import { cutTusServer } from './tusPowerCut.ts'
import { measureWorkbox } from './workbox.ts'

/** What a peer came to, by name of the figure. */
export type Figures = Readonly<Record<string, number>>

interface Peer {
  readonly name: string
  readonly measure: () => Promise<Figures>
}

/** Ready parts of others under the faults that ours are tried with: a measurement, no test of ours. */
const peers: readonly Peer[] = [
  { name: 'workbox-background-sync 7.4.1', measure: measureWorkbox },
  { name: '@tus/server 2.4.5, its file store, power cut after each answer', measure: cutTusServer },
]

/** @param words parts of the names of the wanted ones; all when empty */
export async function measurePeers(words: readonly string[]): Promise<{ passed: number; failed: number }> {
  const wanted = peers.filter(({ name }) => words.every((word) => name.includes(word)))
  for (const { name, measure } of wanted) {
    console.log(`\n${name}`)
    console.table([await measure()])
  }
  return { passed: wanted.length, failed: 0 }
}
