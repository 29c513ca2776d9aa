import { fuseauOffset, isFuseau } from '#domain/evenement/fuseau.ts'
import { ofName } from '#domain/texte/ofName.ts'

/** French names of cities that the zone's English name does not give; an article is part of the name. */
const villes: Readonly<Record<string, string>> = {
  Abu_Dhabi: 'Abou Dabi',
  Algiers: 'Alger',
  Athens: 'Athènes',
  Baghdad: 'Bagdad',
  Barbados: 'La Barbade',
  Beirut: 'Beyrouth',
  Brussels: 'Bruxelles',
  Bucharest: 'Bucarest',
  Cairo: 'Le Caire',
  Copenhagen: 'Copenhague',
  Damascus: 'Damas',
  Dubai: 'Dubaï',
  Havana: 'La Havane',
  Ho_Chi_Minh: 'Hô-Chi-Minh-Ville',
  Jerusalem: 'Jérusalem',
  Kiev: 'Kyiv',
  Kolkata: 'Calcutta',
  Lisbon: 'Lisbonne',
  London: 'Londres',
  Manila: 'Manille',
  Mauritius: 'Maurice',
  Mexico_City: 'Mexico',
  Montreal: 'Montréal',
  Moscow: 'Moscou',
  Noumea: 'Nouméa',
  Port_of_Spain: "Port-d'Espagne",
  Reunion: 'La Réunion',
  Riyadh: 'Riyad',
  Sao_Paulo: 'São Paulo',
  Seoul: 'Séoul',
  Singapore: 'Singapour',
  Tehran: 'Téhéran',
  Vienna: 'Vienne',
  Warsaw: 'Varsovie',
}

/** The city of a zone in French: "New York", "Le Caire"; null for a zone without a city, as UTC. */
export function villeOf(fuseau: string): string | null {
  const [area, ...rest] = fuseau.split('/')
  const city = rest.at(-1)
  if (city === undefined || area === 'Etc') return null
  return villes[city] ?? city.replaceAll('_', ' ')
}

/**
 * The French name of a zone's time: "heure de New York", "heure du Caire", "heure UTC−5". @param instant that is shown
 */
export function heureDe(fuseau: string, instant: string | number | Date): string {
  // A browser that does not support the zone shows the time in UTC.
  if (!isFuseau(fuseau)) return 'heure UTC'
  const ville = villeOf(fuseau)
  if (ville === null) return `heure ${utcName(fuseauOffset(new Date(instant).getTime(), fuseau))}`
  return ville.startsWith('Le ') ? `heure du ${ville.slice(3)}` : `heure ${ofName(ville)}`
}

function utcName(offset: number): string {
  const minutes = Math.abs(offset) / 60_000
  if (minutes === 0) return 'UTC'
  const half = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${offset < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${half}`
}
