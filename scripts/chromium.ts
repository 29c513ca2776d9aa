import { existsSync } from 'node:fs'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium that tests drive: CHROMIUM_PATH, else the system's, else the browser installer's (undefined). */
export function chromiumPath(): string | undefined {
  return [process.env['CHROMIUM_PATH'], ...usual].find((path) => path !== undefined && existsSync(path))
}

/** Flags of the test Chromium: no background requests, and no sandbox. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
