import { existsSync } from 'node:fs'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The Chromium with all features, background sync and push too: CHROMIUM_PATH, else the system's, else the browser
 * installer's (undefined).
 */
export function chromiumPath(): string | undefined {
  return firstExisting([process.env['CHROMIUM_PATH'], ...usual])
}

/**
 * The Chromium of most tests: the system's headless shell, otherwise {@link chromiumPath}. The shell renders pages in
 * the same way. It has no tab strip or other browser windows, which take half of the processor time of a short test.
 */
export function headlessPath(): string | undefined {
  return firstExisting([process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell']) ?? chromiumPath()
}

/** The first of these paths that exists. */
export function firstExisting(paths: readonly (string | undefined)[]): string | undefined {
  return paths.find((path) => path !== undefined && existsSync(path))
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
