import { constants } from 'node:fs'
import { access, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, systemClock } from './clock.ts'
import { openDatabase } from './database/database.ts'
import { outboxFolder } from './mail/outboxFolder.ts'
import type { Demo, Parts } from './parts.ts'
import { loadSecrets } from './secrets.ts'

export interface OpenPartsOptions {
  readonly dataDir: string
  readonly publicUrl: string
  readonly clock?: Clock
  readonly demo?: Demo | null
}

/** Opens everything that lives in a data folder; the folder is made when missing. */
export async function openParts({ dataDir, publicUrl, clock = systemClock, demo = null }: OpenPartsOptions) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secrets = await loadSecrets(dataDir)
  const database = await openDatabase(join(dataDir, 'eclats.sqlite'))
  return {
    database,
    clock,
    secrets,
    publicUrl,
    demo,
    version: await readVersion(),
    mailer: outboxFolder(dataDir, clock),
    filesOfMedia: (media) => [media.fichier],
    checkStorage: () => access(dataDir, constants.R_OK | constants.W_OK),
  } satisfies Parts
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
