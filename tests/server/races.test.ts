import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultPlanLimits } from '#domain/abonnement/abonnement.ts'
import { firstBrokenAudit } from '#server/audit/audit.ts'
import { createEvenement } from '#server/evenement/evenement.usecases.ts'
import { eraseExpiredEvenements, removeEvenement } from '#server/evenement/supprime.usecases.ts'
import { isoFromNow } from '#server/clock.ts'
import type { ActeurConnecte } from '#server/http/acteur.ts'
import { decideInscription } from '#server/inscription/inscription.usecases.ts'
import { answerInvitationAs } from '#server/invitation/invitation.usecases.ts'
import { createLien, joinByLien } from '#server/lien/lien.usecases.ts'
import { findMedia } from '#server/media/media.repository.ts'
import { moderate } from '#server/media/media.usecases.ts'
import {
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  uneInvitation,
  unMedia,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { unDeposant } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { acteurDe, atOnce, eachRound, parallel, timeLimit } from '#tests/support/races.ts'
import { expectSoundRows } from '#tests/support/soundness.ts'
import { eraseListedFiles } from '#tests/support/storedFiles.ts'
import { TestClock } from '#tests/support/testClock.ts'

let server: TestServer
let people: PersonneDeTest[]
let claire: ActeurConnecte
beforeAll(async () => {
  // The sweeper compares with the modification time of files.
  server = await startTestServer({ clock: new TestClock(new Date().toISOString()) })
  people = []
  for (let n = 0; n < parallel; n += 1) people.push(await unUtilisateur(server))
})
beforeEach(async () => {
  claire = acteurDe(await unOrganisateur(server))
})
afterAll(() => server.stop())

test('last places: accepts as many of fifty concurrent validations and entries as there are places', timeLimit, () =>
  eachRound(async () => {
    const { parts } = server
    const capaciteMax = 7
    const evenement = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', capaciteMax })
    const { code } = await createLien(parts, {
      acteur: claire,
      evenementId: evenement.id,
      entree: 'DIRECTE',
      identite: 'COMPTE',
    })
    const waiting = await Promise.all(
      people.slice(0, 25).map(({ id }) => {
        return uneInscription(server, { evenementId: evenement.id, utilisateurId: id, statut: 'EN_ATTENTE' })
      }),
    )
    await atOnce<unknown>([
      ...waiting.map(
        (inscription) => () => decideInscription(parts, { acteur: claire, evenement, inscription, statut: 'VALIDE' }),
      ),
      ...people
        .slice(25)
        .map(
          (person) => () =>
            joinByLien(parts, { acteur: acteurDe(person), code, ip: '203.0.113.7', typeParticipation: 'SUR_PLACE' }),
        ),
    ])
    const rows = await parts.database
      .selectFrom('inscription')
      .select('statutInscription')
      .where('evenementId', '=', evenement.id)
      .execute()
    expect(rows).toHaveLength(parallel)
    expect(rows.filter(({ statutInscription }) => statutInscription === 'VALIDE')).toHaveLength(capaciteMax)
  }),
)

test('plan quota: creates as many of fifty concurrent events as it allows', timeLimit, () =>
  eachRound(async () => {
    const acteur = acteurDe(await unOrganisateur(server))
    const input = {
      titre: 'Fête',
      description: 'Une fête',
      lieu: 'Annecy',
      visibilite: 'PRIVE' as const,
      dateDebut: '2026-07-01T10:00:00.000Z',
      dateFin: '2026-07-02T10:00:00.000Z',
    }
    const made = await atOnce(people.map(() => () => createEvenement(server.parts, { acteur, input })))
    expect(made).toHaveLength(defaultPlanLimits.FREEMIUM.max_evenements_actifs)
  }),
)

test('validation against rejection: keeps one decision, with one notification and one audit row', timeLimit, () =>
  eachRound(async () => {
    const { parts } = server
    const { database } = parts
    const evenement = await unEvenement(server, { createurId: claire.id })
    const author = people[0]?.id ?? 0
    const { id } = await unMedia(server, { evenementId: evenement.id, auteurId: author })
    const media = await findMedia(database, id)
    if (!media) throw new Error('no media')
    const decisions = people.map((_, n) => {
      const statut = n % 2 === 0 ? ('VALIDE' as const) : ('REJETE' as const)
      return () => moderate(parts, { acteur: claire, media, statut, raison: 'Floue', version: media.version })
    })
    const seen = await atOnce(decisions)
    const { statut, version } = await database
      .selectFrom('media')
      .select(['statut', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(version).toBe(media.version + 1)
    expect(new Set(seen.map((one) => one.statut))).toEqual(new Set([statut]))
    // Requests with the winning decision succeed: the same decision twice is idempotent.
    expect(seen).toHaveLength(parallel / 2)
    const written = await database.selectFrom('audit').select('id').where('objet', '=', `media:${id}`).execute()
    expect(written).toHaveLength(1)
  }),
)

test('two kinds of answers to one invitation: counts one, consistent with the registration', timeLimit, () =>
  eachRound(async () => {
    const { parts } = server
    const evenement = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE' })
    const invite = people[0]
    if (!invite) throw new Error('no account')
    const invitation = await uneInvitation(server, { evenementId: evenement.id, invite })
    const answers = people.map((_, n) => {
      const statut = n % 2 === 0 ? ('ACCEPTEE' as const) : ('REFUSEE' as const)
      const reponse = { statut, typeParticipation: 'SUR_PLACE' as const }
      return () => answerInvitationAs(parts, { acteur: acteurDe(invite), invitation, reponse })
    })
    // The same answer sent again gets the result of the first one.
    const answered = new Set((await atOnce(answers)).map(({ statut }) => statut))
    expect(answered.size).toBe(1)
    const notifications = parts.database.selectFrom('notification').select('id').where('evenementId', '=', evenement.id)
    expect(await notifications.where('utilisateurId', '=', claire.id).execute()).toHaveLength(1)
    const inscriptions = await parts.database
      .selectFrom('inscription')
      .select('statutInscription')
      .where('evenementId', '=', evenement.id)
      .execute()
    const expected = answered.has('ACCEPTEE') ? [{ statutInscription: 'VALIDE' }] : []
    expect(inscriptions).toEqual(expected)
  }),
)

test('stores one media when one person sends the same photo concurrently', timeLimit, () =>
  eachRound(async () => {
    const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
    const karim = await unDeposant(server, { evenementId })
    const bytes = await unePhoto()
    const deposits = people.slice(0, 8).map(() => depositInOne(server, { token: karim.token, evenementId, bytes }))
    const answers = await Promise.all(deposits)
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 201 && status !== 200)).toEqual([])
    expect(new Set(answers.map(({ headers }) => headers['x-media-id'])).size).toBe(1)
  }),
)

test(
  'keeps the received photos of an event deleted during uploads, and leaves no file after its erasure',
  timeLimit,
  () =>
    eachRound(async () => {
      const { parts } = server
      const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
      const karim = await unDeposant(server, { evenementId })
      const photos = await Promise.all(people.slice(0, 6).map(() => unePhoto()))
      const deposit = (bytes: Buffer) => depositInOne(server, { token: karim.token, evenementId, bytes })
      // One photo is there before, so that each round has a file to erase.
      expect((await deposit(await unePhoto())).statusCode).toBe(201)
      const deposits = photos.map(deposit)
      const removed = removeEvenement(parts, { acteur: claire, id: evenementId })
      const statuses = (await Promise.all(deposits)).map(({ statusCode }) => statusCode)
      await removed
      expect(statuses.filter((status) => ![201, 403, 404, 409, 503].includes(status))).toEqual([])
      const medias = parts.database.selectFrom('media').select('fichier').where('evenementId', '=', evenementId)
      const received = await medias.execute()
      expect(received).toHaveLength(1 + statuses.filter((status) => status === 201).length)
      await parts.database
        .updateTable('evenement')
        .set({ supprimeLe: isoFromNow(parts.clock, -31 * 86_400_000) })
        .where('id', '=', evenementId)
        .execute()
      await eraseExpiredEvenements(parts)
      expect(await medias.execute()).toEqual([])
      await eraseListedFiles(parts)
      const sizes = await Promise.all(received.map(({ fichier }) => parts.medias.storage.size(fichier)))
      expect(sizes).toEqual(received.map(() => null))
    }),
)

test('keeps the audit chain intact and every file with a row after all races', async () => {
  await server.parts.database
    .deleteFrom('media')
    .where('plagesMasquees', '=', '[]')
    .where('taille', '=', 1000)
    .execute()
  await server.parts.medias.jobs.idle()
  await expectSoundRows(server)
  // The sweeper quarantines unknown files: bytes of a deleted event must not be among them.
  expect(existsSync(join(server.dataDir, 'quarantaine'))).toBe(false)
  expect(await firstBrokenAudit(server.parts.database)).toBeNull()
})
