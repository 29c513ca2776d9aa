import { hourMs } from '#domain/contract/durations.ts'
import type { DepotsHeure } from '#domain/statistique/statistique.ts'

/**
 * The hours of a small chart: consecutive hours up to the last one with an upload. Hours without uploads are zero.
 * @param depots oldest first, as counted by the server
 * @param size number of hours
 */
export function depotsWindow(depots: readonly DepotsHeure[], size: number): DepotsHeure[] {
  const last = depots.at(-1)
  if (last === undefined) return []
  const known = new Map(depots.map((hour) => [Date.parse(hour.heure), hour]))
  const end = Date.parse(last.heure)
  return Array.from({ length: size }, (_, index) => {
    const instant = end - (size - 1 - index) * hourMs
    return known.get(instant) ?? { heure: new Date(instant).toISOString(), nombre: 0, enAttente: 0 }
  })
}
