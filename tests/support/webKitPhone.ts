import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { WebKitPrograms } from '../../scripts/engines.ts'
import type { EnginePhone } from './engineTab.ts'
import { freePort } from './freePort.ts'
import { untilDone, WebDriver } from './webDriver.ts'

/** WebKit under a driver keeps nothing between sessions, with the restrictions of a private window. */
export async function openWebKit({ driver, browser, screen }: WebKitPrograms): Promise<EnginePhone> {
  const home = await mkdtemp(join(tmpdir(), 'eclats-webkit-'))
  const server = spawn(screen, ['-displayfd', '3', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer]
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'] ?? '',
    DISPLAY: `:${number.toString().trim()}`,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    LANG: 'C.UTF-8',
    TZ: 'Europe/Paris',
    NO_AT_BRIDGE: '1',
  }
  const service = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' })
  const options = { binary: browser, args: ['--automation'] }
  const begin = async () => {
    const session = await WebDriver.start(`http://127.0.0.1:${port}`, { 'webkitgtk:browserOptions': options })
    // Its toolbar makes the window slightly wider.
    await session.resize(390, 844)
    return session
  }
  let session = await untilDone(10_000, begin)
  let tab = await session.firstTab()
  return {
    get tab() {
      return tab
    },
    open: () => session.openTab(),
    async relaunch() {
      await session.end()
      session = await begin()
      tab = await session.firstTab()
    },
    async close() {
      await session.end()
      await ended(service)
      await ended(server)
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill()
  await gone
}
