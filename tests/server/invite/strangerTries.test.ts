import { afterAll, beforeAll, expect, test } from 'vitest'
import { alphabetCourt } from '#domain/lien/adresseCourte.ts'
import { unAbonnement, unEvenement, unOrganisateur, type PersonneDeTest } from '#tests/support/builders.ts'
import { isWhole } from '#tests/support/extent.ts'
import { entreeInvite } from '#tests/support/invites.ts'
import { unLien } from '#tests/support/liens.ts'
import { randomFrom } from '#tests/support/random.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const tries = isWhole ? 10_000 : 240
const guests = isWhole ? 300 : 20
const hour = 3_600_000
const stranger = '198.51.100.7'

let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  claire = await unOrganisateur(server)
  await unAbonnement(server, claire.id, 'VIP')
})
afterAll(() => server.stop())

async function aLink(): Promise<string> {
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
  return (await unLien(server, { evenementId, identite: 'PRENOM' })).code
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const enter = (code: string, address: string) =>
  server.call('POST', `/liens/${code}/invites`, { body: entreeInvite(), ...from(address) })

const random = randomFrom(20_261_124)
/** Without the symbols that only one of the two alphabets has. */
const symbols = alphabetCourt.split('').filter((symbol) => !'01'.includes(symbol))
const guess = (length: number) => Array.from({ length }, () => symbols[Math.floor(random() * symbols.length)]).join('')

/** Every way to guess, and its answers within the limit and above it. */
const ways = {
  'an entry by the code of a link': {
    ask: () => enter(guess(22), stranger),
    limit: 60,
    wrong: 'lien.introuvable',
    refused: 'lien.trop_d_invites',
    sentence: /^Trop de personnes entrent en ce moment\. Réessayez dans \d+ min\.$/,
  },
  'a short address': {
    ask: () => server.call('GET', `/liens/${guess(8)}`, from(stranger)),
    limit: 20,
    wrong: 'lien.introuvable',
    refused: 'requete.trop_de_tentatives',
    sentence: /^Trop de tentatives\. Réessayez dans \d+ min\.$/,
  },
  'the code of another device': {
    ask: () => server.call('POST', '/auth/reprendre', { body: { code: guess(8) }, ...from(stranger) }),
    limit: 20,
    wrong: 'session.reprise_refusee',
    refused: 'requete.trop_de_tentatives',
    sentence: /^Trop de tentatives\. Réessayez dans \d+ min\.$/,
  },
} as const

test(
  `refuses a stranger's network in ${tries} wrong tries, and none of the guests of a venue`,
  { timeout: 300_000 + tries * 30 },
  async () => {
    const [venue, ofStranger] = [await aLink(), await aLink()]
    // The stranger is at a party too: its network has brought a guest in by that party's own link.
    expect((await enter(ofStranger, stranger)).statusCode).toBe(201)
    const answers = Object.fromEntries(Object.keys(ways).map((name) => [name, { wrong: 0, refused: 0 }]))
    for (let made = 0; made < tries; made += 1) {
      const [name, way] = Object.entries(ways)[made % 3] ?? []
      if (name === undefined || way === undefined) continue
      const answer = await way.ask()
      const { code, message } = answer.json<{ code: string; message: string }>()
      const known = answers[name]
      if (known && code === way.wrong) known.wrong += 1
      if (known && code === way.refused) known.refused += 1
      if (code !== way.refused) continue
      expect([answer.statusCode, message]).toEqual([429, expect.stringMatching(way.sentence)])
      const seconds = Number(answer.headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(3600)
    }
    const expected = Object.entries(ways).map(([name, { limit }], at) => [
      name,
      { wrong: limit, refused: Math.ceil((tries - at) / 3) - limit },
    ])
    expect(answers).toEqual(Object.fromEntries(expected))
    if (isWhole) console.log(JSON.stringify(answers))

    expect((await enter(venue, stranger)).json()).toMatchObject({ code: 'lien.trop_d_invites' })
    const elsewhere = []
    for (let n = 0; n < guests; n += 1) elsewhere.push((await enter(venue, '203.0.113.9')).statusCode)
    expect(new Set(elsewhere)).toEqual(new Set([201]))
    const beside = []
    for (let n = 0; n < guests - 1; n += 1) beside.push((await enter(ofStranger, stranger)).statusCode)
    expect(new Set(beside)).toEqual(new Set([201]))
    expect((await server.call('GET', `/liens/${venue}`, from(stranger))).statusCode).toBe(200)

    server.clock.advance(hour)
    expect((await enter(venue, stranger)).statusCode).toBe(201)
  },
)
