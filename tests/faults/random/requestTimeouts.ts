import type { NetworkFault } from '#tests/support/networkFault.ts'

/** In ms: a black hole, a slow line, small pieces at the edge of the network, and a healthy server. */
const limits = { blackhole: 250, slow: 60, edge: 200, else: 20_000 } as const

/** How long a phone waits for the answer to a piece of a photo, in ms. */
export function pieceTimeoutMs(fault: NetworkFault): number {
  if (fault.kind === 'slow') return fault.bytesPerSecond < 400_000 ? limits.edge : limits.slow
  return requestTimeoutMs(fault)
}

/** How long a phone waits for the answer to any other request, in ms. */
export function requestTimeoutMs({ kind }: NetworkFault): number {
  return kind === 'blackhole' ? limits.blackhole : limits.else
}
