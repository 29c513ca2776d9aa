import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Phone } from '#tests/support/phone.ts'

/** Maximum memory of a process during some work in bytes, sampled every 20 ms. */
export async function highestWhile(pid: number, work: () => Promise<void>): Promise<number> {
  let highest = await residentBytes(pid)
  const working = { isDone: false }
  const sampling = (async () => {
    while (!working.isDone) {
      highest = Math.max(highest, await residentBytes(pid))
      await pause(20)
    }
  })()
  await work()
  working.isDone = true
  await sampling
  return highest
}

/** The renderer process of the app's page, including the page's workers. */
export async function rendererOf({ context }: Phone): Promise<number> {
  const browser = context.browser()
  if (!browser) throw new Error('no browser')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const [busiest] = processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime)
  if (!busiest) throw new Error('no renderer process found')
  return busiest.id
}

/** Private memory of a process in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024
}
