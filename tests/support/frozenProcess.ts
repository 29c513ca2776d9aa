import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Stops a process and its children until the result is called. Resolves once none of their threads is inside a system
 * call. Linux only.
 */
export async function freeze(pid: number): Promise<() => void> {
  const processes = [pid, ...childrenOf(pid)]
  for (const one of processes) process.kill(one, 'SIGSTOP')
  while (!processes.every(isStill)) await pause(1)
  return () => {
    for (const one of processes) process.kill(one, 'SIGCONT')
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

function isStill(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).every((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
  })
}
