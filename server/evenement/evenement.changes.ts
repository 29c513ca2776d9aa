import type { StatutEvenement } from '#domain/evenement/evenement.ts'
import { momentWords } from '#domain/evenement/momentWords.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findPrenoms } from '../utilisateur/utilisateur.repository.ts'
import { countPlaces } from './places.ts'

type ChangedEvenement = Pick<EvenementRow, 'dateDebut' | 'dateFin' | 'capaciteMax'>

/**
 * Rejects a change that is based on an outdated version of the event.
 * @param version the version that the person saw; undefined skips the check
 */
export async function assertSeen(
  { database, clock }: DatabaseDeps,
  { evenement, version, acteur }: { evenement: EvenementRow; version: number | undefined; acteur: ActeurConnecte },
): Promise<void> {
  if (version === undefined || version === evenement.version) return
  const { modifieLe, modifieParId, dateCreation, fuseau } = evenement
  const quand = momentWords(modifieLe ?? dateCreation, { now: clock.now().getTime(), fuseau })
  if (modifieParId === acteur.id) {
    const message = `Vous avez modifié cet événement entre-temps, ${quand} depuis un autre écran.`
    throw new Problem('evenement.version', { message })
  }
  throw new Problem('evenement.version', { values: { quand, auteur: await auteurOf(database, modifieParId) } })
}

async function auteurOf(database: Database, id: number | null): Promise<string> {
  if (id === null) return 'automatiquement'
  const person = (await findPrenoms(database, [id])).get(id)
  return person ? `par ${nomComplet(person)}` : 'par une autre personne'
}

/** @throws Problem evenement.dates when the end is not after the start */
export function assertDates({ dateDebut, dateFin }: ChangedEvenement): void {
  if (dateDebut >= dateFin) throw new Problem('evenement.dates')
}

/**
 * Rejects a capacity below the number of taken places (product 14). Call it in a transaction that has locked the
 * event.
 */
export async function assertRoom(
  database: Database,
  { before, after, now }: { before: EvenementRow; after: ChangedEvenement; now: string },
): Promise<void> {
  if (after.capaciteMax === null || after.capaciteMax >= (before.capaciteMax ?? Infinity)) return
  const { valides, invitations } = await countPlaces(database, before, now)
  const n = valides + invitations
  if (after.capaciteMax < n) throw new Problem('evenement.capacite', { values: { n, valides, invitations } })
}

/**
 * The statut after a change of the dates. One that the clock has set follows them: an event that is postponed, or whose
 * wrong dates are corrected, is planned again, and one that is extended stays EN_COURS.
 * @param now ISO 8601
 */
export function statutOfMoved(before: EvenementRow, after: EvenementRow, now: string): StatutEvenement {
  const { statut } = after
  if (statut !== before.statut || (statut !== 'EN_COURS' && statut !== 'TERMINE')) return statut
  const boundary = statut === 'EN_COURS' ? before.dateDebut : before.dateFin
  const isOfClock = boundary <= now && (before.statutManuel === 0 || boundary > (before.statutManuelLe ?? ''))
  if (!isOfClock) return statut
  if (after.dateDebut > now) return 'PLANIFIE'
  return after.dateFin > now ? 'EN_COURS' : statut
}
