import { link, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import { localPath, variantPath } from '#tests/support/storedFiles.ts'

/** Duplicates the fixture's media until the given number is pending: separate rows, shared files. */
export async function multiplyMedias(stage: Stage, count: number): Promise<void> {
  await previewsMade(stage)
  const originals = await mediasOf(stage)
  const { storage } = stage.parts.medias
  const rows = await Promise.all(
    Array.from({ length: count - originals.length }, async (_, n) => {
      const original = originals[n % originals.length]
      if (!original) throw new Error('the fixture has no media')
      const { id: _id, ...rest } = original
      const tail = String(n).padStart(8, '0')
      const fichier = `${tail}${rest.fichier.slice(8)}`
      await linkFile(await localPath(storage, rest.fichier), await localPath(storage, fichier))
      const from = dirname(variantPath(storage, rest.fichier, 'x'))
      const to = dirname(variantPath(storage, fichier, 'x'))
      for (const name of await readdir(from)) await linkFile(join(from, name), join(to, name))
      return { ...rest, fichier, sha256: `${rest.sha256.slice(0, 56)}${tail}`, sourceSha256: null }
    }),
  )
  for (let at = 0; at < rows.length; at += 500)
    await stage.parts.database
      .insertInto('media')
      .values(rows.slice(at, at + 500))
      .execute()
}

async function linkFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await link(from, to)
}

/** Waits until every media of the fixture has its previews. */
export async function previewsMade(stage: Stage): Promise<void> {
  for (let n = 0; n < 1200; n += 1) {
    const medias = await mediasOf(stage)
    if (medias.every(({ variantesEtat, grandeAttendue }) => variantesEtat === 'FAITES' && grandeAttendue === 0)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('previews were not made in two minutes')
}
