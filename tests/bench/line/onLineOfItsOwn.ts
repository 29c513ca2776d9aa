import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Measured } from '../row.ts'

/** Result of a row where no line can be created. */
export const noLine: Measured = {
  figure: 'not tried',
  detail: 'needs Linux, root, ip, unshare and python3',
  isMet: false,
}

/**
 * Runs a script of this folder in its own network namespace, so that nothing changes here.
 * @returns the figures that it printed; null where namespaces are not allowed
 */
export async function onLineOfItsOwn(script: string, given: object): Promise<unknown> {
  const args = ['--net', process.execPath, join(import.meta.dirname, script), JSON.stringify(given)]
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close').catch(() => [null])
  const [printed, [status]] = await Promise.all([text(child.stdout), ended])
  return status === 0 ? JSON.parse(printed) : null
}
