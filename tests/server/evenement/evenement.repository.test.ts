import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InferOutput } from 'valibot'
import {
  type decouvrirSchema,
  evenementsPublicsMax,
  type Evenement,
  searchTextOf,
} from '#domain/evenement/evenement.ts'
import { publicEvenements } from '#server/evenement/evenement.repository.ts'
import {
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  uneInvitation,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

type Page = InferOutput<typeof decouvrirSchema>

let server: TestServer
let claire: PersonneDeTest
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
  claire = await unOrganisateur(server)
  lea = await unUtilisateur(server)
})
afterAll(() => server.stop())

const list = '/frontend/participant/evenements'
const get = async <T>(path: string, person = lea) =>
  (await server.call('GET', `${list}${path}`, { token: person.token })).json<T>()
const page = (query: Record<string, string> = {}) => get<Page>(`/decouvrir?${new URLSearchParams(query).toString()}`)
const titles = ({ evenements }: Page) => evenements.map(({ titre }) => titre)
const open = { statut: 'PLANIFIE', visibilite: 'PUBLIC' } as const
const dayOf = (day: number) => new Date(Date.UTC(2030, 0, 1) + day * 86_400_000).toISOString()

async function readAll(query: Record<string, string> = {}): Promise<string[][]> {
  const pages = []
  for (let apres: string | null = ''; apres !== null;) {
    const read: Page = await page({ ...query, ...(apres !== '' && { apres }) })
    pages.push(titles(read))
    apres = read.suite
  }
  return pages
}

test('lists only public planned events, as posters, newest first, each once over all pages', async () => {
  // Two on the same day are ordered by id.
  const wanted = []
  for (let n = 0; n < 45; n += 1) {
    const { titre } = await unEvenement(server, {
      ...open,
      createurId: claire.id,
      titre: `Fête ${n}`,
      dateDebut: dayOf(Math.floor(n / 2)),
      dateFin: dayOf(60),
    })
    wanted.unshift(titre)
  }
  for (const change of [{ visibilite: 'PRIVE' }, { statut: 'EN_COURS' }, { statut: 'ANNULE' }] as const)
    await unEvenement(server, { ...open, ...change, createurId: claire.id, titre: 'Hors liste' })
  const deleted = await unEvenement(server, { ...open, createurId: claire.id, titre: 'Supprimée' })
  await server.call('DELETE', `/frontend/organisateur/evenements/${deleted.id}`, { token: claire.token })

  const pages = await readAll()
  expect(pages.map(({ length }) => length)).toEqual([evenementsPublicsMax, evenementsPublicsMax, 5])
  expect(pages.flat()).toEqual(wanted)
  const [first] = (await page()).evenements
  expect(first).toMatchObject({ createur: { prenom: 'Claire' }, inscriptions: [] })
  expect(first).not.toHaveProperty('capaciteMax')
})

test('neither repeats nor skips an event when another one is added between two pages', async () => {
  const first = await page()
  await unEvenement(server, {
    ...open,
    createurId: claire.id,
    titre: 'Plus récente',
    dateDebut: dayOf(50),
    dateFin: dayOf(60),
  })
  const second = await page({ apres: first.suite ?? '' })
  expect(titles(second)[0]).toBe('Fête 24')
})

test.each([
  ['titre', 'SAINT-eloi'],
  ['description', 'feu D’artifice'],
  ['lieu', '  étretat '],
])('finds an event by its %s, ignoring case and accents', async (_, recherche) => {
  await unEvenement(server, { ...open, createurId: claire.id, titre: 'Autre chose', lieu: 'Éragny' })
  const { id } = await unEvenement(server, {
    ...open,
    createurId: claire.id,
    titre: 'Bal de la Saint-Éloi',
    description: 'Un feu d’artifice à minuit',
    lieu: 'Etretat',
  })
  const found = await page({ recherche })
  expect(found.evenements.map((evenement) => evenement.id)).toContain(id)
  expect(new Set(titles(found))).toEqual(new Set(['Bal de la Saint-Éloi']))
  expect(found.suite).toBeNull()
})

test('treats pattern characters in a search as literals', async () => {
  await unEvenement(server, { ...open, createurId: claire.id, titre: '100 % vélo_cargo !' })
  for (const recherche of ['%', '_', '!']) expect(titles(await page({ recherche }))).toEqual(['100 % vélo_cargo !'])
  expect(titles(await page({ recherche: '0_% v' }))).toEqual([])
})

test('finds an event by its new texts after a change, and not by the old ones', async () => {
  const { id } = await unEvenement(server, { ...open, createurId: claire.id, titre: 'Kermesse' })
  const changed = await server.call('PATCH', `/frontend/organisateur/evenements/${id}`, {
    token: claire.token,
    body: { titre: 'Brocante' },
  })
  expect(changed.statusCode).toBe(200)
  expect(titles(await page({ recherche: 'brocante' }))).toEqual(['Brocante'])
  expect(titles(await page({ recherche: 'kermesse' }))).toEqual([])
})

test('scans a bounded number of events per call and continues there', async () => {
  const { id: _, ...like } = await unEvenement(server, {
    ...open,
    createurId: claire.id,
    titre: 'Récente',
    dateDebut: dayOf(400),
  })
  const rows = Array.from({ length: 1100 }, (__, n) => ({ ...like, titre: `Foule ${n}`, dateDebut: dayOf(300) }))
  for (let at = 0; at < rows.length; at += 100)
    await server.parts.database
      .insertInto('evenement')
      .values(rows.slice(at, at + 100))
      .execute()
  await unEvenement(server, {
    ...open,
    createurId: claire.id,
    titre: 'Aiguille',
    dateDebut: dayOf(200),
    dateFin: dayOf(201),
  })
  expect(await readAll({ recherche: 'aiguille' })).toEqual([[], ['Aiguille']])
})

test('reads events from an index of public planned events only', async () => {
  const plan = await server.parts.database.transaction().execute(async (transaction) => {
    const query = publicEvenements(transaction, { dateDebut: dayOf(10), id: 1 }).limit(21)
    if (server.databaseUrl === null) return query.explain(undefined, sql`query plan`)
    await sql`set local enable_seqscan = off`.execute(transaction)
    return query.explain()
  })
  const said = JSON.stringify(plan)
  expect(said).toContain('evenement_public')
  expect(said).not.toMatch(/sort|b-tree/i)
})

test.each(['2030-01-01', '1', "2030-01-01T00:00:00.000Z_1'", `${dayOf(1)}_0`, `${dayOf(1)}_2147483648`])(
  'refuses %s as a cursor',
  async (apres) => {
    const query = new URLSearchParams({ apres }).toString()
    const answer = await server.call('GET', `${list}/decouvrir?${query}`, { token: lea.token })
    expect(answer.json()).toMatchObject({ code: 'requete.invalide' })
  },
)

test('adds at most one page of public events to the events of a participant', async () => {
  const karim = await unUtilisateur(server)
  const joined = await unEvenement(server, { ...open, createurId: claire.id, titre: 'Rejointe', dateDebut: dayOf(900) })
  const invited = await unEvenement(server, { createurId: claire.id, titre: 'Invité', dateDebut: dayOf(1) })
  await uneInscription(server, { evenementId: joined.id, utilisateurId: karim.id, statut: 'EN_ATTENTE' })
  await uneInvitation(server, { evenementId: invited.id, invite: karim })
  const all = await get<Evenement[]>('', karim)
  // The joined event is also public: it is listed once.
  expect(all.length).toBe(evenementsPublicsMax + 1)
  expect(all.map(({ dateDebut }) => dateDebut)).toEqual(
    all
      .map(({ dateDebut }) => dateDebut)
      .toSorted()
      .toReversed(),
  )
  const own = await get<Evenement[]>('?portee=miens', karim)
  expect(own.map(({ titre }) => titre)).toEqual(['Rejointe', 'Invité'])
})

test('searches in the database like in memory', () => {
  const texts = { titre: 'Été', description: 'À L’EAU', lieu: 'Sète' }
  expect(searchTextOf(texts)).toBe("ete\na l'eau\nsete")
})
