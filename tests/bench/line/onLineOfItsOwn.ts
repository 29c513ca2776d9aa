import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Measured } from '../row.ts'

/** What a row says where no line can be laid. */
export const noLine: Measured = {
  figure: 'not tried',
  detail: 'needs Linux, root, ip, unshare and python3',
  isMet: false,
}

/**
 * Runs one of the scripts of this folder in a network namespace of its own, so that nothing here changes.
 * @returns the figures it printed; null where that may not be done
 */
export function onLineOfItsOwn(script: string, given: object): unknown {
  const args = ['--net', process.execPath, join(import.meta.dirname, script), JSON.stringify(given)]
  const { status, stdout } = spawnSync('unshare', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  return status === 0 ? JSON.parse(stdout) : null
}
