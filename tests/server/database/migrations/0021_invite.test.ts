import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openDatabase, sqlitePath } from '#server/database/openDatabase.ts'
import { unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'
import { isOnPostgres } from '#tests/support/testDatabase.ts'

/** PostgreSQL changes the column in place. */
test.skipIf(isOnPostgres())('keeps all rows that reference an account when the table is rebuilt', async () => {
  const server = await startTestServer()
  const { id: createurId } = await unOrganisateur(server)
  const { id } = await unEvenement(server, { createurId })
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-migration-'))
  const path = sqlitePath(dataDir)
  new SqliteDatabase(sqlitePath(server.dataDir)).exec(`vacuum into '${path}'`).close()
  await server.stop()
  beforeGuests(path)

  const database = await openDatabase({ dataDir })
  expect(await database.selectFrom('evenement').select(['id', 'galeriePour']).execute()).toEqual([
    { id, galeriePour: 'PENDANT' },
  ])
  const people = await database.selectFrom('utilisateur').select(['id', 'invite']).execute()
  expect(people).toEqual([{ id: createurId, invite: 0 }])
  expect(await database.selectFrom('session').select('utilisateurId').execute()).toEqual([
    { utilisateurId: createurId },
  ])
  // The id of a deleted account is not given again.
  const sqlite = new SqliteDatabase(path)
  expect(sqlite.pragma('foreign_key_check')).toEqual([])
  const indexes = sqlite.prepare(`select name from sqlite_master where type = 'index' and tbl_name = 'utilisateur'`)
  expect(indexes.pluck().all()).toContain('utilisateur_activite')
  expect(sqlite.prepare(`select seq from sqlite_sequence where name = 'utilisateur'`).pluck().get()).toBe(41)
  sqlite.close()
  await database.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

/** Undoes the migration and the later ones. */
function beforeGuests(path: string): void {
  const sqlite = new SqliteDatabase(path)
  sqlite.pragma('foreign_keys = OFF')
  sqlite.exec(`
    alter table "session" drop column "refreshHash";
    alter table "refreshToken" drop column "recu";
    alter table "demandeSuppression" drop column "lienPrisJusque";
    alter table "media" drop column "statutAvantMasque";
    drop index "media_sans_lecture";
    drop index "media_sans_ffmpeg";
    alter table "media" drop column "lectureEtat";
    alter table "media" drop column "lectureBail";
    alter table "media" drop column "lectureEssais";
    alter table "media" drop column "variantesEssais";
    drop table "secret";
    alter table "upload" drop column "reception";
    drop index "media_sans_vignette";
    drop index "media_sans_grande";
    alter table "media" drop column "grandeAttendue";
    create index "media_variantes" on "media" ("variantesEtat", "variantesBail");
    alter table "uploadGrant" drop column "inviteId";
    alter table "upload" drop column "inviteId";
    drop index "utilisateur_fusion";
    alter table "utilisateur" drop column "fusionneDansId";
    drop index "lien_code_court";
    alter table "lienEvenement" drop column "codeCourt";
    drop table "cleInvite";
    drop index "inscription_lien";
    alter table "inscription" drop column "lienId";
    alter table "evenement" drop column "galeriePour";
    alter table "lienEvenement" drop column "identite";
    alter table "utilisateur" drop column "invite";
    update sqlite_sequence set seq = 41 where name = 'utilisateur';
    delete from kysely_migration where name >= '0021_invite';
  `)
  const { sql } = sqlite.prepare(`select sql from sqlite_master where name = 'utilisateur'`).get() as { sql: string }
  sqlite.unsafeMode()
  sqlite.pragma('writable_schema = ON')
  sqlite
    .prepare(`update sqlite_master set sql = ? where name = 'utilisateur'`)
    .run(sql.replace('"email" text unique', '"email" text not null unique'))
  sqlite.close()
}
