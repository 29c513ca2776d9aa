import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder, isFilled, isForeign, markBegun, markFilled } from '#server/demo/demoFolder.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'eclats-folder-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test('removes only files of the server on a fresh start', async () => {
  const dataDir = await folder()
  for (const name of ['medias', 'exports', 'quarantaine']) await mkdir(join(dataDir, name))
  for (const name of ['eclats.sqlite', 'secrets.json', 'medias/photo', 'exports/donnees.zip', 'journal-intime.txt']) {
    await writeFile(join(dataDir, name), 'x')
  }
  await emptyFolder(dataDir)
  expect(await readdir(dataDir)).toEqual(['journal-intime.txt'])
})

test('treats an interrupted creation neither as complete nor as real data', async () => {
  const dataDir = await folder()
  await markBegun(dataDir)
  await writeFile(join(dataDir, 'eclats.sqlite'), 'half')
  expect([isFilled(dataDir), isForeign(dataDir)]).toEqual([false, false])
  await markFilled(dataDir)
  expect(isFilled(dataDir)).toBe(true)
})

test.each(['eclats.sqlite', 'medias', 'journal', 'secrets.json'])(
  'treats a folder with %s and without the demonstration mark as real data',
  async (name) => {
    const dataDir = await folder()
    await writeFile(join(dataDir, 'serveur.verrou'), '')
    expect(isForeign(dataDir)).toBe(false)
    await writeFile(join(dataDir, name), 'real')
    expect(isForeign(dataDir)).toBe(true)
  },
)
