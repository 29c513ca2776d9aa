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

test('the first start makes secrets that only their owner reads, the second keeps them', async () => {
  const dataDir = await folder()
  const first = await loadSecrets(dataDir)
  expect(Buffer.from(first.jwt, 'base64url')).toHaveLength(32)
  expect(first.jwt).not.toBe(first.galerie)
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await loadSecrets(dataDir)).toEqual(first)
})

test('two folders never share a secret', async () => {
  expect((await loadSecrets(await folder())).jwt).not.toBe((await loadSecrets(await folder())).jwt)
})

test('a damaged file stops the start and is not replaced', async () => {
  const dataDir = await folder()
  await writeFile(join(dataDir, 'secrets.json'), '{"jwt":"court"}')
  await expect(loadSecrets(dataDir)).rejects.toThrow(/ne contient pas les secrets/)
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe('{"jwt":"court"}')
})
