import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/start.ts'

test('answers while it completes interrupted uploads after a crash, and stops afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const recovery = Promise.withResolvers<void>()
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
  const server = await startServer(config, {
    async prepare({ medias }) {
      const start = medias.start.bind(medias)
      Object.assign(medias, { start: () => recovery.promise.then(start) })
    },
  })
  expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
  recovery.resolve()
  await server.stop()
})
