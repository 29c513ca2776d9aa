import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let autre: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
  claire = await unOrganisateur(server)
  autre = await unOrganisateur(server)
  await unEvenement(server, { createurId: claire.id, statut: 'TERMINE', titre: 'Fête de la Saint-Éloi' })
  await unEvenement(server, { createurId: claire.id, statut: 'EN_COURS', titre: 'Régate' })
  await unEvenement(server, { createurId: autre.id, statut: 'EN_COURS', titre: 'Régate des autres' })
})
afterAll(() => server.stop())

const ask = (path: string, person = claire) =>
  server.call('GET', `/frontend/organisateur/evenements${path}`, { token: person.token })
const titles = async (path: string) => (await ask(path)).json<EvenementOrganisateur[]>().map(({ titre }) => titre)

test.each([
  ['/mes-evenements', ['Régate', 'Fête de la Saint-Éloi']],
  ['/statut/TERMINE', ['Fête de la Saint-Éloi']],
  ['/statut/ANNULE', []],
  ['/recherche?keyword=saint-eloi', ['Fête de la Saint-Éloi']],
  ['/recherche?keyword=ANNECY', ['Régate', 'Fête de la Saint-Éloi']],
  ['/recherche?keyword=%25', []],
  ['/recherche?keyword=R_gate', []],
  ['/recherche?keyword=!', []],
  ['/recherche', ['Régate', 'Fête de la Saint-Éloi']],
])('%s lists %o', async (path, expected) => {
  expect(await titles(path)).toEqual(expected)
})

test('lists counts without registrations on request', async () => {
  const { id } = await unEvenement(server, { createurId: autre.id, statut: 'PLANIFIE', titre: 'Bal' })
  for (const statut of ['VALIDE', 'VALIDE', 'EN_ATTENTE'] as const)
    await uneInscription(server, { evenementId: id, utilisateurId: (await unUtilisateur(server)).id, statut })
  const whole = (await ask('', autre)).json<EvenementOrganisateur[]>()
  expect(whole.map(({ inscriptions }) => inscriptions.length)).toEqual([3, 0])
  expect(whole[0]?.comptes.inscriptions).toEqual({ EN_ATTENTE: 1, VALIDE: 2, ANNULE: 0 })
  const counts = (await ask('?inscriptions=comptes', autre)).json<EvenementOrganisateur[]>()
  expect(counts.map(({ inscriptions }) => inscriptions)).toEqual([[], []])
  for (const evenement of whole) evenement.inscriptions = []
  expect(counts).toEqual(whole)
})

test('shows each change in a list that is kept, and never the list of another organiser or after a logout', async () => {
  const { parts } = server
  const organisatrice = await unOrganisateur(server)
  const login = { email: organisatrice.email, password: motDePasseDeTest }
  const { token } = (await server.call('POST', '/auth/login', { body: login })).json<{ token: string }>()
  const list = (bearer: string) => server.call('GET', '/frontend/organisateur/evenements', { token: bearer })
  const titres = async (bearer: string) =>
    (await list(bearer)).json<EvenementOrganisateur[]>().map(({ titre }) => titre)
  const { id } = await unEvenement(server, { createurId: organisatrice.id, titre: 'Bal' })
  expect([await titres(token), await titres(token)]).toEqual([['Bal'], ['Bal']])
  await parts.database.updateTable('evenement').set({ titre: 'Bal masqué' }).where('id', '=', id).execute()
  expect(await titres(token)).toEqual(['Bal masqué'])
  expect(await titres(autre.token)).not.toContain('Bal masqué')
  const { etag = '' } = (await list(token)).headers
  const again = await server.call('GET', '/frontend/organisateur/evenements', {
    token,
    headers: { 'if-none-match': etag },
  })
  expect(again.statusCode).toBe(304)
  await server.call('POST', '/auth/logout', { token })
  expect((await list(token)).statusCode).toBe(401)
})

test('refuses the list of another organiser', async () => {
  expect(await titles(`/createur/${claire.id}`)).toEqual(['Régate', 'Fête de la Saint-Éloi'])
  for (const id of [autre.id, 99_999, 'abc']) {
    expect((await ask(`/createur/${id}`)).json()).toEqual({ message: 'Accès refusé', code: 'acces.refuse' })
  }
})

test('refuses an unknown statut', async () => {
  expect((await ask('/statut/FINI')).statusCode).toBe(404)
})

test('refuses these lists to a participant', async () => {
  const karim = await unUtilisateur(server)
  for (const path of ['/mes-evenements', '/statut/TERMINE', '/recherche', `/createur/${karim.id}`]) {
    expect((await ask(path, karim)).statusCode).toBe(403)
  }
})
