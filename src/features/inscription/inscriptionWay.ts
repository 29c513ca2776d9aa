import type { Inscription } from '#domain/inscription/inscription.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import { type ParLien, wayKey } from './inscriptionList.ts'

/** What the links of the event are called, by their ids: "du 12 sept., 18:02". */
export type LienNames = ReadonlyMap<number, string>

/** How a person came: "Par le lien du 12 sept., 18:02"; null without a link. */
export function wayOf({ lienId }: Inscription, liens: LienNames): string | null {
  if (lienId === null) return null
  const name = liens.get(lienId)
  return name === undefined ? 'Par un lien' : `Par le lien ${name}`
}

interface Ways {
  /** Every registration of the event. */
  readonly all: readonly Inscription[]
  /** Those that the other filters show: the numbers count these. */
  readonly counted: readonly Inscription[]
  readonly chosen: ParLien
  readonly liens: LienNames
}

/** The choices of the filter by link, each with its number of registrations; none when all people came in one way. */
export function wayOptions({ all, counted, chosen, liens }: Ways): readonly { value: ParLien; label: string }[] {
  const known = new Set<ParLien>(all.map(wayKey))
  if (chosen === 'TOUS' && known.size < 2) return []
  const shown = [...known, chosen]
  const byLien = [...new Set([...liens.keys(), ...shown])].filter(
    (way) => typeof way === 'number' && shown.includes(way),
  )
  const others: readonly ParLien[] = shown.includes('SANS') ? ['SANS'] : []
  return [
    { value: 'TOUS', label: 'Toutes les arrivées' },
    ...[...byLien, ...others].map((value) => {
      const n = counted.filter((one) => wayKey(one) === value).length
      const name = value === 'SANS' ? 'Sans lien' : `Lien ${liens.get(Number(value)) ?? 'inconnu'}`
      return { value, label: typographie(`${name} (${formatNumber(n)})`) }
    }),
  ]
}
