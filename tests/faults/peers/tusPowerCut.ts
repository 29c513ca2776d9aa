import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startChildServer } from '#tests/bench/childServer.ts'
import { sendByTus, type Target } from '#tests/bench/tusSender.ts'
import { formatImage, mountImage, whyNoMount } from '#tests/support/disk.ts'
import { freeze } from '#tests/support/frozenProcess.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import type { Figures } from './peers.ts'

const cuts = 50

/**
 * Cuts the power right after each acknowledgement of `@tus/server` with its file store, as in the test of our own
 * server: the disk is an image file, copied while the process is paused, and checked on the copy.
 * @throws when this machine cannot mount a disk
 */
export async function cutTusServer(): Promise<Figures> {
  const why = await whyNoMount('loop')
  if (why !== null) throw new Error(why)
  const images = await mkdtemp(join(tmpdir(), 'eclats-peer-cut-'))
  formatImage(join(images, 'disk'), 64)
  const disk = await mountImage(join(images, 'disk'))
  const server = await startChildServer<Target>('tusServer.ts', { folder: disk.folder })
  let lost = 0
  try {
    for (let cut = 0; cut < cuts; cut += 1) {
      const bytes = await unePhotoDe(50_000 + cut * 2000)
      const { location } = await sendByTus(server.info, bytes)
      const thaw = await freeze(server.pid)
      await copyFile(join(images, 'disk'), join(images, 'after')).finally(thaw)
      if (!(await isWholeAfter(join(images, 'after'), basename(location), bytes))) lost += 1
    }
  } finally {
    await server.stop()
    await disk.unmount()
    await rm(images, { recursive: true })
  }
  return { acknowledged: cuts, lost }
}

async function isWholeAfter(image: string, name: string, bytes: Buffer): Promise<boolean> {
  const disk = await mountImage(image)
  try {
    const found = await readFile(join(disk.folder, name)).catch(() => Buffer.alloc(0))
    return sha256Of(found) === sha256Of(bytes)
  } finally {
    await disk.unmount()
  }
}
