import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagesById } from '#server/database/pagesById.ts'
import { unEvenement, uneInscription, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let evenementId: number
const ids: number[] = []
beforeAll(async () => {
  server = await startTestServer()
  const { id: createurId } = await unOrganisateur(server)
  evenementId = (await unEvenement(server, { createurId })).id
  for (let n = 0; n < 7; n += 1) ids.push(await join())
})
afterAll(() => server.stop())

async function join(): Promise<number> {
  const { id: utilisateurId } = await unUtilisateur(server)
  return (await uneInscription(server, { evenementId, utilisateurId })).id
}

function read(after: number, limit: number) {
  const rows = server.parts.database.selectFrom('inscription').select('id').where('id', '>', after)
  return rows.where('evenementId', '=', evenementId).orderBy('id').limit(limit).execute()
}

test.each([1, 3, 7, 100])('gives every row once in pages of %i', async (size) => {
  const pages: (readonly { readonly id: number }[])[] = []
  for await (const page of pagesById(read, { pageSize: size })) pages.push(page)
  expect(pages.flat().map(({ id }) => id)).toEqual(ids)
  expect(pages.length).toBe(Math.ceil(ids.length / size))
})

test('handles other work between two pages', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const seen: number[] = []
  // Answered at once, as SQLite does.
  const atOnce = (after: number) => Promise.resolve(after < 5 ? [{ id: after + 1 }] : [])
  for await (const _page of pagesById(atOnce, { pageSize: 1 })) seen.push(turns)
  isOver = true
  expect(seen.length).toBe(5)
  expect(new Set(seen).size).toBe(5)
})

test('gives a row that is added behind the current page', async () => {
  const seen: number[] = []
  let added = 0
  for await (const page of pagesById(read, { pageSize: 3 })) {
    if (added === 0) added = await join()
    seen.push(...page.map(({ id }) => id))
  }
  expect(seen).toEqual([...ids, added])
})
