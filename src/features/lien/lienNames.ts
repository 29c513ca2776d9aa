import { readCodeCourt, writeCodeCourt } from '#domain/lien/adresseCourte.ts'
import type { Lien } from '#domain/lien/lien.ts'
import { formatShortDayTime } from '#src/ui/text/dates.ts'

/**
 * What distinguishes the links of an event, by their ids: "du 12 sept., 18:02". Links of the same minute have the
 * code of their short address too; a revoked one says so.
 * @param liens all links of the event
 */
export function lienNames(liens: readonly Lien[]): ReadonlyMap<number, string> {
  const minutes = liens.map(({ creeLe }) => formatShortDayTime(creeLe))
  return new Map(
    liens.map((lien, index) => {
      const minute = minutes[index]
      const code = minutes.filter((other) => other === minute).length > 1 ? codeOf(lien) : ''
      return [lien.id, `du ${minute}${code}${lien.revoqueLe === null ? '' : ', révoqué'}`]
    }),
  )
}

/** " (7K3M-9QXA)"; empty when the link has no short address. */
function codeOf({ adresseCourte }: Lien): string {
  const code = readCodeCourt(adresseCourte?.split('/').at(-1) ?? '')
  return code === null ? '' : ` (${writeCodeCourt(code)})`
}
