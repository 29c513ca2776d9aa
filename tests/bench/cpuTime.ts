import { readFileSync } from 'node:fs'

/** CPU time of all threads of a process in ms, from fields 14 and 15 of proc(5), in ticks of 10 ms. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
