import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets } from '#server/secrets.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'eclats-secrets-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test('creates secrets at the first start, readable by their owner only, and keeps them at the second', async () => {
  const dataDir = await folder()
  const first = await loadSecrets(dataDir)
  expect(Buffer.from(first.jwt, 'base64url')).toHaveLength(32)
  expect(first.jwt).not.toBe(first.galerie)
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await loadSecrets(dataDir)).toEqual(first)
})

test('creates different secrets in two folders', async () => {
  expect((await loadSecrets(await folder())).jwt).not.toBe((await loadSecrets(await folder())).jwt)
})

test('fails at start for a damaged file and does not replace it', async () => {
  const dataDir = await folder()
  await writeFile(join(dataDir, 'secrets.json'), '{"jwt":"court"}')
  await expect(loadSecrets(dataDir)).rejects.toThrow(/ne contient pas les secrets/)
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe('{"jwt":"court"}')
})
