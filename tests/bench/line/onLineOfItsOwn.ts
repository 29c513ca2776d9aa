import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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
export async function onLineOfItsOwn(script: string, given: object): Promise<unknown> {
  const args = ['--net', process.execPath, join(import.meta.dirname, script), JSON.stringify(given)]
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close').catch(() => [null])
  const [printed, [status]] = await Promise.all([text(child.stdout), ended])
  return status === 0 ? JSON.parse(printed) : null
}
