import { cutTusServer } from './tusPowerCut.ts'
import { measureWorkbox } from './workbox.ts'

/** Results of a peer, by name. */
export type Figures = Readonly<Record<string, number>>

interface Peer {
  readonly name: string
  readonly measure: () => Promise<Figures>
}

/** Other libraries under the same faults as ours: a measurement, not a test. */
const peers: readonly Peer[] = [
  { name: 'workbox-background-sync 7.4.1', measure: measureWorkbox },
  { name: '@tus/server 2.4.5, its file store, power cut after each answer', measure: cutTusServer },
]

/** @param words parts of the names to run; all when empty */
export async function measurePeers(words: readonly string[]): Promise<{ passed: number; failed: number }> {
  const wanted = peers.filter(({ name }) => words.every((word) => name.includes(word)))
  for (const { name, measure } of wanted) {
    console.log(`\n${name}`)
    console.table([await measure()])
  }
  return { passed: wanted.length, failed: 0 }
}
