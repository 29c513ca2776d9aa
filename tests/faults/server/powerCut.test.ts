import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { openParts } from '#server/openParts.ts'
import { formatImage, mountImage, sayUntried, whyNoMount } from '#tests/support/disk.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { expectExactly, expectSound } from '#tests/support/soundness.ts'
import { openFaultyStage } from '#tests/support/stage.ts'
import { isWhole } from '#tests/support/extent.ts'

const cuts = isWhole ? 50 : 10
const noLoop = await whyNoMount('loop')
sayUntried('power cuts', noLoop)

test(`keeps every photo when the power fails right after the answer, ${cuts} times`, async ({ skip }) => {
  if (noLoop !== null) skip(noLoop)
  const images = await mkdtemp(join(tmpdir(), 'eclats-cut-'))
  formatImage(join(images, 'disk'), 64)
  const disk = await mountImage(join(images, 'disk'))
  const stage = await openFaultyStage({ dataDir: disk.folder })
  try {
    const { server, karim, evenementId } = stage
    const photos: Buffer[] = []
    for (let cut = 0; cut < cuts; cut += 1) {
      const bytes = await unePhotoDe(50_000 + cut * 2000)
      const photo = { address: server.address, token: karim.token, evenementId, bytes, pieces: 1 + (cut % 3) }
      const { receipt } = await deliver(photo)
      photos.push(bytes)
      expect(receipt.sha256).toBe(sha256Of(bytes))
      // A copy equals a power cut only while nothing is written, so both parts have the same age.
      const thaw = await server.freeze()
      // Control: unsynced data must not survive.
      await writeFile(join(disk.folder, `temoin-${cut}`), 'nothing promised')
      await copyFile(join(images, 'disk'), join(images, 'after')).finally(thaw)
      await expectSurvived({ path: join(images, 'after'), evenementId, photos, cut })
    }
  } finally {
    await stage.close()
    await disk.unmount()
    await rm(images, { recursive: true })
  }
})

interface Survivor {
  readonly path: string
  readonly evenementId: number
  readonly photos: readonly Buffer[]
  readonly cut: number
}

/** State of a server that starts on the disk after the cut. */
async function expectSurvived({ path, evenementId, photos, cut }: Survivor): Promise<void> {
  const disk = await mountImage(path)
  try {
    const control = await readFile(join(disk.folder, `temoin-${cut}`), 'utf8').catch(() => '')
    expect(control).toBe('')
    const report = (error: unknown) => {
      throw error
    }
    const parts = await openParts({ dataDir: disk.folder, publicUrl: 'http://localhost', clock: systemClock, report })
    try {
      await parts.medias.start()
      await expectExactly({ parts, evenementId }, photos)
      await expectSound({ parts, evenementId })
      await expectNoEmptyPreview(join(disk.folder, 'apercus'))
    } finally {
      await parts.medias.stop()
      await parts.database.destroy()
    }
  } finally {
    await disk.unmount()
  }
}

async function expectNoEmptyPreview(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const previews = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.webp'))
  const sizes = await Promise.all(previews.map(({ parentPath, name }) => stat(join(parentPath, name))))
  expect(sizes.filter(({ size }) => size === 0)).toEqual([])
}
