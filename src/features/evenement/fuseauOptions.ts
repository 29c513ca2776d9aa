import { fuseauParDefaut } from '#domain/evenement/fuseau.ts'
import { villeOf } from '#domain/evenement/fuseauNames.ts'

const regions: Readonly<Record<string, string>> = {
  Africa: 'Afrique',
  America: 'Amérique',
  Antarctica: 'Antarctique',
  Arctic: 'Arctique',
  Asia: 'Asie',
  Atlantic: 'Atlantique',
  Australia: 'Australie',
  Europe: 'Europe',
  Indian: 'Océan Indien',
  Pacific: 'Pacifique',
}
const elsewhere = 'Autre'

/** The device's IANA time zone. */
export function deviceFuseau(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** All time zones by region and city, in French. @param chosen is included even when this browser does not list it */
export function fuseauOptions(chosen: string) {
  const names = new Set([chosen, deviceFuseau(), fuseauParDefaut, ...Intl.supportedValuesOf('timeZone')])
  const { compare } = new Intl.Collator('fr')
  return [...names]
    .map((value) => ({
      value,
      label: villeOf(value) ?? value,
      group: regions[value.split('/')[0] ?? ''] ?? elsewhere,
    }))
    .toSorted((a, b) => compare(a.group, b.group) || compare(a.label, b.label))
}
