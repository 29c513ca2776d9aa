import type { Weather } from '#tests/support/weather.ts'

/** In ms: a black hole, a slow line, small pieces at the edge of the network, and a healthy server. */
const limits = { blackhole: 250, slow: 60, edge: 200, else: 20_000 } as const

/** How long a phone waits for the answer to a piece of a photo, in ms. */
export function patienceMs(weather: Weather): number {
  if (weather.kind === 'slow') return weather.bytesPerSecond < 400_000 ? limits.edge : limits.slow
  return requestMs(weather)
}

/** How long a phone waits for the answer to any other request, in ms. */
export function requestMs({ kind }: Weather): number {
  return kind === 'blackhole' ? limits.blackhole : limits.else
}
