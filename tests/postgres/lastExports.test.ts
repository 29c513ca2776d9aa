import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretHash } from '#server/secrets/secretHash.ts'
import { newSecret } from '#server/secrets/secrets.ts'
import { unDeposant } from '#tests/support/fete.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { openPostgresStage, type PostgresStage } from '#tests/support/postgresStage.ts'
import { startSwift, type Swift, swiftIsThere } from '#tests/support/s3/swift.ts'
import { readZip } from '#tests/support/zipReader.ts'

const stores = ['one folder', ...(swiftIsThere() ? ['a bucket'] : [])]

describe.each(stores)('last exports of nodes that share %s', (store) => {
  let swift: Swift | null = null
  let stage: PostgresStage
  beforeAll(async () => {
    if (store === 'a bucket') swift = await startSwift()
    stage = await openPostgresStage(2, { s3: swift && (await swift.newBucket()) })
  })
  afterAll(async () => {
    await stage.close()
    await swift?.stop()
  })

  test('serves the export that a killed node has written from another node, once', async () => {
    const [one, other] = stage.nodes
    if (!one || !other) throw new Error('two nodes are needed')
    const { parts, evenementId } = stage
    const person = await unDeposant(stage, { evenementId })
    const bytes = await unePhotoDe(10 * 1024 ** 2)
    await deliver({ address: one.address, token: person.token, evenementId, bytes })
    await expect
      .poll(() => parts.database.selectFrom('media').select('variantesEtat').execute())
      .toEqual([{ variantesEtat: 'FAITES' }])
    const headers = { authorization: `Bearer ${person.token}` }
    const erased = await fetch(`${one.address}/api/frontend/participant/data`, { method: 'DELETE', headers })
    expect(erased.status).toBe(200)
    const answered = Buffer.from(await erased.arrayBuffer())
    await one.kill()

    // The secret of the mailed link is gone once a node has delivered the mail.
    const secret = newSecret()
    await parts.database
      .updateTable('demandeSuppression')
      .set({ lienHash: secretHash(secret) })
      .where('utilisateurId', '=', person.id)
      .execute()
    const fetchLast = () => fetch(`${other.address}/api/exports/${secret}`)
    const fetched = await fetchLast()
    expect(fetched.status).toBe(200)
    const archive = Buffer.from(await fetched.arrayBuffer())
    expect(archive.equals(answered)).toBe(true)
    expect(readZip(archive)[1]?.bytes.equals(bytes)).toBe(true)
    expect((await fetchLast()).status).toBe(404)
  })
})
