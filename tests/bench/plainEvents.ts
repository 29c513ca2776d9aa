import { createHmac, timingSafeEqual } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'
import { systemClock } from '#server/clock.ts'
import { sqlitePath } from '#server/database/openDatabase.ts'
import { openParts } from '#server/openParts.ts'
import { organiserEvents } from './organiserEvents.ts'

interface Person {
  readonly id: number
  readonly role: string
  readonly nom: string
  readonly prenom: string
}
interface Counted {
  readonly evenementId: number
  readonly statut: string
  readonly n: number
}
interface Registration {
  readonly id: number
  readonly evenementId: number
  readonly utilisateurId: number
  readonly statutInscription: string
  readonly typeParticipation: string
}

/**
 * The organiser's list written by hand: prepared statements, the token verified by node:crypto, session, account and
 * role read at each call, no validation of the output.
 * @param dataDir an empty folder; gets the same rows as the server's
 */
export async function plainEvents(dataDir: string) {
  const parts = await openParts({ dataDir, publicUrl: 'http://127.0.0.1', clock: systemClock, report: console.error })
  const token = await organiserEvents(parts)
  await parts.database.destroy()
  const sqlite = new SqliteDatabase(sqlitePath(dataDir))
  sqlite.pragma('journal_mode = WAL')
  const key = Buffer.from(parts.secrets.jwt, 'base64url')
  const own = '(select id from evenement where createurId = ?)'
  const personOf = sqlite.prepare<[string, string], Person>(`
    select u.* from session s join utilisateur u on u.id = s.utilisateurId
    where s.jti = ? and s.finLe is null and s.expire > ? and u.statutActif = 1 and u.archiveLe is null`)
  const evenementsOf = sqlite.prepare<[number], Record<string, unknown> & { id: number }>(
    'select * from evenement where createurId = ? order by dateDebut desc, id desc',
  )
  const inscriptionsOf = sqlite.prepare<[number], Registration>(
    `select * from inscription where evenementId in ${own} order by id`,
  )
  const mediasOf = sqlite.prepare<[number], Counted>(
    `select evenementId, statut, count(*) as n from media where evenementId in ${own} group by evenementId, statut`,
  )
  const coversOf = sqlite.prepare<[number], { evenementId: number; id: number }>(`
    select evenementId, favori, min(id) as id from media where evenementId in ${own} and statut = 'VALIDE'
    and variantesEtat = 'FAITES' group by evenementId, favori order by favori`)

  const binnedOf = sqlite.prepare<[number], { evenementId: number; n: number }>(
    `select evenementId, count(*) as n from media where evenementId in ${own} and corbeilleLe is not null group by evenementId`,
  )

  const list = ({ id, nom, prenom }: Person) => {
    const inscriptions = Map.groupBy(inscriptionsOf.all(id), (row) => row.evenementId)
    const medias = Map.groupBy(mediasOf.all(id), (row) => row.evenementId)
    const binned = new Map(binnedOf.all(id).map((row) => [row.evenementId, row.n]))
    const covers = new Map(coversOf.all(id).map((row) => [row.evenementId, row.id]))
    return evenementsOf.all(id).map((evenement) => {
      const registered = inscriptions.get(evenement.id) ?? []
      const byStatut = { EN_ATTENTE: 0, VALIDE: 0, ANNULE: 0 } as Record<string, number>
      for (const { statutInscription } of registered)
        byStatut[statutInscription] = (byStatut[statutInscription] ?? 0) + 1
      const counted = { EN_ATTENTE: 0, VALIDE: 0, REJETE: 0, SUPPRIME: 0 } as Record<string, number>
      for (const { statut, n } of medias.get(evenement.id) ?? []) counted[statut] = n
      return {
        id: evenement.id,
        titre: evenement['titre'],
        description: evenement['description'],
        dateDebut: evenement['dateDebut'],
        dateFin: evenement['dateFin'],
        fuseau: evenement['fuseau'],
        lieu: evenement['lieu'],
        statut: evenement['statut'],
        visibilite: evenement['visibilite'],
        galeriePour: evenement['galeriePour'],
        capaciteMax: evenement['capaciteMax'],
        createurId: evenement['createurId'],
        version: evenement['version'],
        createur: { prenom, nom },
        couvertureMediaId: covers.get(evenement.id) ?? null,
        inscriptions: registered.map((row) => ({
          id: row.id,
          user: { id: row.utilisateurId },
          statutInscription: row.statutInscription,
          typeParticipation: row.typeParticipation,
        })),
        comptes: { inscriptions: byStatut, medias: counted },
        corbeille: binned.get(evenement.id) ?? 0,
      }
    })
  }

  return {
    token,
    /** @returns the list, or null without access */
    answer: (authorization = ''): unknown => {
      const [head = '', body = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.')
      const expected = createHmac('sha256', key).update(`${head}.${body}`).digest()
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const { jti, exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { jti: string; exp: number }
      const now = new Date()
      if (exp * 1000 <= now.getTime()) return null
      const person = personOf.get(jti, now.toISOString())
      return person?.role === 'ORGANISATEUR' ? list(person) : null
    },
  }
}
