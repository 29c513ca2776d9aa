import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'
const periodMicroseconds = 20_000

/** A control group that limits the processor time of processes. */
export interface CpuShare {
  /** Moves a process into the group; the children that it starts later are in it too. */
  add(pid: number): void
  /** Removes the group, whose processes have ended. */
  remove(): void
}

/**
 * Makes a small machine of a large one. Linux with control groups of version 1 or 2, and root.
 * @param share of one core, for example 0.2
 * @returns null when this machine has no such groups
 */
export function openCpuShare(name: string, share: number): CpuShare | null {
  const isFirstVersion = existsSync(join(root, 'cpu', 'cpu.shares')) || existsSync(join(root, 'cpu', 'cgroup.procs'))
  const folder = join(root, isFirstVersion ? 'cpu' : '', name)
  const quota = Math.round(share * periodMicroseconds)
  try {
    if (!isFirstVersion) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu')
    mkdirSync(folder)
    if (isFirstVersion) {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodMicroseconds))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota))
    } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${periodMicroseconds}`)
  } catch {
    return null
  }
  const members = join(folder, 'cgroup.procs')
  return {
    add: (pid) => writeFileSync(members, String(pid)),
    remove() {
      // What is left goes back to the group above.
      for (const pid of readFileSync(members, 'utf8').split('\n').filter(Boolean))
        writeFileSync(join(folder, '..', 'cgroup.procs'), pid)
      rmdirSync(folder)
    },
  }
}
