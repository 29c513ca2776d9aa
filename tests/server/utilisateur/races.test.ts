import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLastExport } from '#server/donnees/lastExport.usecases.ts'
import { isoFromNow, nowIso } from '#server/clock.ts'
import { secretHash } from '#server/secrets/secretHash.ts'
import { newSecret } from '#server/secrets/secrets.ts'
import { endSession, openSession, refreshSession } from '#server/session/session.usecases.ts'
import { countAttempt } from '#server/tentative/rateLimit.ts'
import { confirmEmail } from '#server/utilisateur/confirmation.usecases.ts'
import { createJeton } from '#server/utilisateur/jeton.repository.ts'
import { createReinitialisation, resetPassword } from '#server/utilisateur/reinitialisation.usecases.ts'
import { findUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import { type PersonneDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { acteurDe, atOnce, eachRound, parallel, timeLimit } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let people: PersonneDeTest[]
beforeAll(async () => {
  server = await startTestServer()
  people = []
  for (let n = 0; n < parallel; n += 1) people.push(await unUtilisateur(server))
})
afterAll(() => server.stop())

test('confirms an address once with concurrent uses of a link', timeLimit, () =>
  eachRound(async () => {
    const { parts } = server
    const person = await unUtilisateur(server, { confirme: false })
    const secret = await createJeton(parts, { utilisateur: person, genre: 'CONFIRMATION', lifeMs: 3_600_000 })
    const used = await atOnce(people.map(() => () => confirmEmail(parts, acteurDe(person), secret).then(() => true)))
    // The others find it confirmed.
    expect(used).toHaveLength(people.length)
    const written = await parts.database
      .selectFrom('audit')
      .select('action')
      .where('objet', '=', `utilisateur:${person.id}`)
      .execute()
    expect(written).toEqual([{ action: 'utilisateur/email-confirme' }])
  }),
)

test('sets one password with fifty concurrent uses of a link', timeLimit, () =>
  eachRound(async () => {
    const { parts } = server
    const person = await unUtilisateur(server)
    const token = await createReinitialisation(parts, person)
    const used = await atOnce(
      people.map(({ email }, n) => async () => {
        const newPassword = `Nouveau2026!${n}`
        await resetPassword(parts, { token, newPassword, ip: `${email}-${randomUUID()}` })
        return newPassword
      }),
    )
    expect(used).toHaveLength(1)
    const login = { email: person.email, password: used[0] }
    expect((await server.call('POST', '/auth/login', { body: login })).statusCode).toBe(200)
  }),
)

test('serves a last export once with concurrent uses of its link', timeLimit, () =>
  eachRound(async () => {
    const { database, clock } = server.parts
    const secret = newSecret()
    const kept = {
      utilisateurId: people[0]?.id ?? 0,
      demandeLe: nowIso(clock),
      fichierExport: `${randomUUID()}.zip`,
      lienHash: secretHash(secret),
      lienExpire: isoFromNow(clock, 3_600_000),
      effaceLe: nowIso(clock),
      courrielId: null,
    }
    await database.insertInto('demandeSuppression').values(kept).execute()
    const opened = await atOnce(people.map(() => () => openLastExport(server.parts, secret)))
    expect(opened.map(({ fichier }) => fichier)).toEqual([kept.fichierExport])
  }),
)

test('leaves no session after a logout amid fifty renewals', timeLimit, () =>
  eachRound(async () => {
    const { parts } = server
    const utilisateur = await findUtilisateur(parts.database, people[0]?.id ?? 0)
    if (!utilisateur) throw new Error('no account')
    const { refresh, jti } = await openSession(parts, { utilisateur, seSouvenir: true })
    const works = people.map((_, n) => async () => {
      await (n === 3
        ? endSession(parts, jti)
        : refreshSession(parts, { secret: refresh?.secret ?? '', isPrefixed: false }))
    })
    await atOnce(works)
    const { famille } = await parts.database
      .selectFrom('session')
      .select('famille')
      .where('jti', '=', jti)
      .executeTakeFirstOrThrow()
    const alive = parts.database.selectFrom('session').select('jti').where('famille', '=', famille)
    expect(await alive.where('finLe', 'is', null).execute()).toEqual([])
    const tokens = parts.database
      .selectFrom('refreshToken')
      .select('hash')
      .where('famille', '=', famille ?? '')
    expect(await tokens.where('revoqueLe', 'is', null).where('utiliseLe', 'is', null).execute()).toEqual([])
  }),
)

test('counts five of fifty for a limit of five', timeLimit, () =>
  eachRound(async () => {
    const limit = { cle: `essai:${randomUUID()}`, limit: 5, windowMs: 60_000 }
    expect(await atOnce(people.map(() => () => countAttempt(server.parts, limit)))).toHaveLength(5)
  }),
)
