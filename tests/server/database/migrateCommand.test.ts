import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)

test('brings a folder up to date, and refuses a word after the command', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-migrate-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const command = (...words: string[]) => run('node', ['server/database/migrateCommand.ts', ...words], { env })
  await expect(command('--help')).rejects.toMatchObject({ code: 1, stderr: 'Usage : npm run migrate\n' })
  expect(await readdir(dataDir)).toEqual([])
  expect((await command()).stdout).toContain('La base de données est à jour.')
  expect(await readdir(dataDir)).toContain('eclats.sqlite')
})
