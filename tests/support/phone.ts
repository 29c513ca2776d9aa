import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArgs, chromiumPath } from '../../scripts/chromium.ts'

/** A person's browser with a profile on disk: it can be killed and reopened like on a phone. */
export interface Phone {
  readonly context: BrowserContext
  readonly page: Page
  /** SIGKILL to every process of the browser. */
  kill(): Promise<void>
  /** Reopens the browser on the same profile, without a page of the app. */
  relaunch(): Promise<void>
  /** Anonymous memory of all its processes in bytes. */
  memory(): number
  close(): Promise<void>
}

export interface PhoneOptions {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly args?: readonly string[]
  /** The person has forbidden the browser to keep data of any site ("block all cookies"). */
  readonly forbidsStorage?: boolean
}

export const tablet = { width: 820, height: 1180 }

/** Background Sync retries after seconds instead of minutes. */
const quickSync = [
  '--force-fieldtrials=BackgroundSync/T',
  '--force-fieldtrial-params=BackgroundSync.T:initial_retry_delay_sec/4/retry_delay_factor/2/max_sync_attempts/4/min_recovery_time_sec/3/max_sync_event_duration_sec/20',
]

export async function openPhone({
  width = 390,
  height = 844,
  colorScheme = 'light',
  args = [],
  forbidsStorage = false,
}: PhoneOptions = {}): Promise<Phone> {
  const profile = await mkdtemp(join(tmpdir(), 'eclats-phone-'))
  if (forbidsStorage) await forbidStorage(profile)
  const executablePath = chromiumPath()
  const launch = () =>
    chromium.launchPersistentContext(profile, {
      ...(executablePath && { executablePath }),
      args: [...chromiumArgs, ...quickSync, ...args],
      viewport: { width, height },
      hasTouch: width < 1200,
      locale: 'fr-FR',
      timezoneId: 'Europe/Paris',
      colorScheme,
      serviceWorkers: 'allow',
    })
  let context = await launch()
  let page = context.pages()[0] ?? (await context.newPage())
  return {
    get context() {
      return context
    },
    get page() {
      return page
    },
    async kill() {
      const closed = context.waitForEvent('close')
      killGroup(profile)
      await closed
    },
    async relaunch() {
      await rm(join(profile, 'SingletonLock'), { force: true })
      context = await launch()
      page = context.pages()[0] ?? (await context.newPage())
    },
    memory: () => processesOf(profile).reduce((sum, pid) => sum + anonymousBytes(pid), 0),
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Sets the content setting of a new profile to "block all cookies". */
async function forbidStorage(profile: string): Promise<void> {
  await mkdir(join(profile, 'Default'))
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
}

/** Only the processes of this test's browser: those started with its profile. */
function killGroup(profile: string): void {
  for (const pid of processesOf(profile)) process.kill(pid, 'SIGKILL')
}

function processesOf(profile: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => fileOf(pid, 'cmdline').includes(profile))
    .map(Number)
}

function anonymousBytes(pid: number): number {
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(fileOf(String(pid), 'status'))?.[1] ?? 0) * 1024
}

/** Empty once the process has ended. */
function fileOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
