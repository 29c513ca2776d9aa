import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { openDiskStorage } from '#server/storage/disk/diskStorage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { localPath, storeReceived } from '#tests/support/storedFiles.ts'

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-storage-'))
  storage = await openDiskStorage(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('opens a file being received while another process removes it', async () => {
  for (let round = 0; round < 500; round += 1) {
    await storeReceived(storage, 'a1', Buffer.from('bonjour'))
    const removal = storage.remove('a1')
    // The moment varies: between the existence check and the opening is the worst.
    for (let turn = 0; turn < round % 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    const opened = storage.openPartial({ name: 'a1', bytes: 0, reception: null })
    await expect(opened.then((file) => file.close())).resolves.toBeUndefined()
    await removal
  }
})

test('fails to keep a file that was never received', async () => {
  await expect(storage.keep('a2')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('lists the age of a file', async () => {
  await storeReceived(storage, 'a3', Buffer.from('bonjour'))
  await storage.keep('a3')
  const old = new Date('2026-01-01T00:00:00.000Z')
  await utimes(await localPath(storage, 'a3'), old, old)
  expect((await listed()).find(({ name }) => name === 'a3')?.changedAt).toEqual(old)
})

test('does not list foreign files', async () => {
  const names = ['recus/.verification', 'recus/copie de a6', 'medias/.DS_Store']
  await Promise.all(names.map((name) => writeFile(join(folder, name), 'x')))
  expect((await listed()).filter(({ name }) => name.includes(' ') || name.startsWith('.'))).toEqual([])
})

test('removes what a write of a variant has left that ended an hour ago', async () => {
  const [young, old] = ['jeune', 'vieux'].map((name) => join(folder, 'apercus', 'en-cours', name))
  for (const path of [young, old]) await writeFile(path ?? '', 'x')
  const before = new Date(Date.now() - 3_700_000)
  await utimes(old ?? '', before, before)
  expect(await storage.removeUnfinishedVariants()).toBe(1)
  expect(await readdir(join(folder, 'apercus', 'en-cours'))).toEqual(['jeune'])
})

// Another file system is needed, which only Linux offers to each program.
test.runIf(existsSync('/dev/shm'))(
  'refuses a folder of photos on another file system than the one of uploads',
  async () => {
    const apart = await mkdtemp('/dev/shm/eclats-medias-')
    const dataDir = await mkdtemp(join(tmpdir(), 'eclats-storage-'))
    onTestFinished(async () => {
      for (const path of [apart, dataDir]) await rm(path, { recursive: true })
    })
    await symlink(apart, join(dataDir, 'medias'))
    const divided = await openDiskStorage(dataDir)
    await expect(divided.check()).rejects.toThrow(ConfigError)
    expect([await readdir(join(dataDir, 'recus')), await readdir(apart)]).toEqual([[], []])
  },
)

test('leaves nothing after a check', async () => {
  const before = await readdir(folder, { recursive: true })
  await storage.check()
  expect(await readdir(folder, { recursive: true })).toEqual(before)
})

async function listed() {
  const files = []
  for await (const file of storage.list()) files.push(file)
  return files
}
