import { execFileSync } from 'node:child_process'
import { truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate disk mounted on a folder. */
export interface Disk {
  readonly folder: string
  unmount(): Promise<void>
}

/** Why this machine cannot mount disks (root is needed); null when it can. */
export async function whyNoMount(kind: 'tmpfs' | 'loop'): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'mounting a disk needs root'
  try {
    const disk = kind === 'tmpfs' ? await mountMemory(4) : await mountNewImage()
    await disk.unmount()
    return null
  } catch {
    return kind === 'tmpfs' ? 'this machine mounts no tmpfs' : 'this machine has no loop device or no ext4'
  }
}

/** Prints what was skipped and why: the runner's list of skipped tests shows no reasons. */
export function sayUntried(what: string, why: string | null): void {
  if (why !== null) console.log(`${what} not tried: ${why}`)
}

/** A disk in memory of this many megabytes. */
export function mountMemory(megabytes: number): Promise<Disk> {
  return mount(['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs'])
}

/** An image file with an empty ext4 file system. */
export function formatImage(path: string, megabytes: number): void {
  writeFileSync(path, '')
  truncateSync(path, megabytes * 1024 * 1024)
  execFileSync('mkfs.ext4', ['-q', '-F', path])
}

/** The disk of an image file; unsynced data stay in memory for five minutes. */
export function mountImage(path: string): Promise<Disk> {
  return mount(['-o', 'loop,commit=300', path])
}

async function mountNewImage(): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-image-'))
  const path = join(folder, 'disk')
  try {
    formatImage(path, 8)
    const disk = await mountImage(path)
    return { ...disk, unmount: () => disk.unmount().then(() => rm(folder, { recursive: true })) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function mount(options: string[]): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-disk-'))
  try {
    execFileSync('mount', [...options, folder], { stdio: 'ignore' })
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
  return {
    folder,
    async unmount() {
      execFileSync('umount', ['-l', folder])
      await rm(folder, { recursive: true })
    },
  }
}
