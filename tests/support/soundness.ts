import { sql } from 'kysely'
import { expect } from 'vitest'
import { firstBrokenAudit } from '#server/audit/audit.ts'
import { sweep } from '#server/upload/sweeper.ts'
import { sha256Of } from '#tests/support/photos.ts'
import type { Stage } from '#tests/support/stage.ts'
import { storedNames } from '#tests/support/storedFiles.ts'

type Data = Pick<Stage, 'parts' | 'evenementId'>

/** Expects each of these photos in one media row and one file with its bytes, and nothing else in the event. */
export async function expectExactly({ parts, evenementId }: Data, photos: readonly Buffer[]): Promise<void> {
  const medias = await parts.database
    .selectFrom('media')
    .select(['sha256', 'fichier'])
    .where('evenementId', '=', evenementId)
    .where('statut', '<>', 'SUPPRIME')
    .execute()
  expect(medias.map(({ sha256 }) => sha256).toSorted()).toEqual(photos.map((photo) => sha256Of(photo)).toSorted())
  for (const { fichier, sha256 } of medias)
    expect([fichier, await sha256OfFile(parts, fichier)]).toEqual([fichier, sha256])
}

/** As {@link expectSoundRows}, plus SQLite's integrity checks. */
export async function expectSound({ parts }: Data): Promise<void> {
  await expectSoundRows({ parts })
  const { database } = parts
  const checked = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
  expect(checked.rows).toEqual([{ integrity_check: 'ok' }])
  expect((await sql`pragma foreign_key_check`.execute(database)).rows).toEqual([])
}

/**
 * Expects after a sweep two hours later: no file without a row, no row without a file (of a media, or of an open upload
 * that acknowledged bytes), an intact audit chain.
 */
export async function expectSoundRows({ parts }: Pick<Data, 'parts'>): Promise<void> {
  const { database, clock, medias } = parts
  const later = { now: () => new Date(clock.now().getTime() + 2 * 3_600_000) }
  await sweep({ ...medias, database, clock: later })
  const kept = await database.selectFrom('media').select('fichier').where('statut', '<>', 'SUPPRIME').execute()
  const open = await database
    .selectFrom('upload')
    .select(['fichierTemporaire as fichier', 'decalage'])
    .where('etat', 'in', ['OUVERT', 'COMMIT'])
    .execute()
  const needed = new Set([...kept, ...open].map(({ fichier }) => fichier))
  const stored = await storedNames(medias.storage)
  expect(stored.filter((name) => !needed.has(name))).toEqual([])
  for (const { fichier } of kept) expect([fichier, await medias.storage.size(fichier)]).not.toContain(null)
  // An upload that acknowledged no byte may have no file yet.
  const begun = open.filter(({ decalage }) => decalage > 0)
  expect(begun.filter(({ fichier }) => !stored.includes(fichier))).toEqual([])
  expect(await firstBrokenAudit(database)).toBeNull()
}

async function sha256OfFile({ medias }: Stage['parts'], fichier: string): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of medias.storage.read(fichier)) pieces.push(piece as Buffer)
  return sha256Of(Buffer.concat(pieces))
}
