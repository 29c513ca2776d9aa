import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockDataFolder, openDataFolder } from '#server/dataFolder.ts'

let folder: string
beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'eclats-folder-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  folder = join(parent, 'data')
})

const modeOf = async () => (await stat(folder)).mode & 0o777

test('creates the folder for its owner only', async () => {
  await openDataFolder(folder)
  expect(await modeOf()).toBe(0o700)
})

test('restricts a folder that other users can read', async () => {
  await openDataFolder(folder)
  await chmod(folder, 0o755)
  await openDataFolder(folder)
  expect(await modeOf()).toBe(0o700)
})

test('refuses a folder that another server uses until it is released', async () => {
  await openDataFolder(folder)
  const unlock = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(/sert déjà à un autre serveur/)
  unlock()
  lockDataFolder(folder)()
})
