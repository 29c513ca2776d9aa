import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { motDePasseDeTest, unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { unDeposant } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const run = promisify(execFile)
let server: TestServer
let folder: string
const taken = '2026-05-01T10:00:00.000Z'
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  folder = await mkdtemp(join(tmpdir(), 'eclats-api-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** The program of the page for a participant of a new event. @returns a function that sends a photo with it */
async function programOfPage(): Promise<() => Promise<{ stdout: string }>> {
  const { id: evenementId } = await unEvenement(server, { createurId: (await unOrganisateur(server)).id })
  const { email } = await unDeposant(server, { evenementId })
  const page = await readFile('docs/api.md', 'utf8')
  const [, program = ''] = /```js\n(.+?)```/s.exec(page) ?? []
  const [script, photo] = [join(folder, 'send.mjs'), join(folder, 'photo.jpg')]
  // A smaller chunk, so that the photo takes several.
  await writeFile(script, program.replace('8 * 1024 ** 2', '4096'))
  await writeFile(photo, await unePhoto())
  await utimes(photo, new Date(taken), new Date(taken))
  return () =>
    run(process.execPath, [script, server.address, String(evenementId), photo], {
      env: { ECLATS_EMAIL: email, ECLATS_PASSWORD: motDePasseDeTest },
    })
}

test('sends a photo once with the program of the page, which ends when the server refuses it', async () => {
  const send = await programOfPage()
  const { stdout } = await send()
  const medias = await server.parts.database.selectFrom('media').select(['id', 'datePrise']).execute()
  expect(medias.map(({ id }) => `media ${id}\n`)).toEqual([stdout])
  expect(medias[0]?.datePrise).toBe(taken)
  expect((await send()).stdout).toBe(stdout)
  await server.parts.database.updateTable('media').set({ statut: 'REJETE', raison: 'Floue' }).execute()
  await expect(send()).rejects.toThrow('media.deja_rejete')
})

test('ends the program of the page instead of sending again at once when the storage of the host is full', async () => {
  const send = await programOfPage()
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  const open = vi.spyOn(server.parts.medias.storage, 'openPartial').mockRejectedValueOnce(full)
  await expect(send()).rejects.toThrow('upload.disque_plein')
  open.mockRestore()
  expect((await send()).stdout).toMatch(/^media \d+\n$/)
})
