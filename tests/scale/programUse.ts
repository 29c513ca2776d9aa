import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Parts of a service that are processes of their own. */
export type Program = 'server' | 'images' | 'database' | 'store' | 'other'

export interface Use {
  /**
   * Processor time since the start of the processes, in ms. Processes that have ended are counted with their parent.
   */
  readonly cpuMs: number
  /** Resident memory of the largest of the processes, in bytes. */
  readonly residentBytes: number
}

const none: Use = { cpuMs: 0, residentBytes: 0 }
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
const pageBytes = Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }))

/** What the processes use that this one and its children have started, by program. Linux only. */
export function useByProgram(): Record<Program, Use> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(pid) ?? [])
  const ours = new Set([process.pid])
  // A child of a child may have a smaller number than its parent.
  for (let size = 0; size !== ours.size;) {
    size = ours.size
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid)
  }
  const result = { server: none, images: none, database: none, store: none, other: none }
  for (const { pid, program, cpuMs, residentBytes } of all) {
    if (!ours.has(pid) || pid === process.pid) continue
    const sum = result[program]
    result[program] = {
      cpuMs: sum.cpuMs + cpuMs,
      residentBytes: Math.max(sum.residentBytes, residentBytes),
    }
  }
  return result
}

/** The processor time of each program, as `measure` gives it. */
export function cpuOfEach(measure: (program: Program) => number): Record<Program, number> {
  return {
    server: measure('server'),
    images: measure('images'),
    database: measure('database'),
    store: measure('store'),
    other: measure('other'),
  }
}

/** Null when the process has ended. */
function readProcess(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain spaces. The fields after it begin with the third of proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      program: programOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
      cpuMs: (ticks / ticksPerSecond) * 1000,
      residentBytes: Number(fields[21]) * pageBytes,
    }
  } catch {
    return null
  }
}

function programOf(commandLine: string): Program {
  if (commandLine.includes('serverProcess')) return 'server'
  if (commandLine.includes('imageProcess')) return 'images'
  if (/postgres/.test(commandLine)) return 'database'
  return /swift-|memcached/.test(commandLine) ? 'store' : 'other'
}
