import { globSync } from 'node:fs'
import { firstExisting } from './chromium.ts'

/** Programs that drive WebKit: the driver, MiniBrowser and a virtual display. */
export interface WebKitPrograms {
  readonly driver: string
  readonly browser: string
  readonly screen: string
}

/** The Firefox that tests drive: FIREFOX_PATH, else the system's. */
export function firefoxPath(): string | undefined {
  return firstExisting([process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'])
}

/** WebKitGTK as Debian packs it. */
export function webKitPrograms(): WebKitPrograms | undefined {
  const driver = firstExisting(['/usr/bin/WebKitWebDriver'])
  const browser = firstExisting(globSync('/usr/lib{,64,/*}{,/*}/webkit{2gtk,gtk}-*/MiniBrowser'))
  const screen = firstExisting(['/usr/bin/Xvfb'])
  return driver && browser && screen ? { driver, browser, screen } : undefined
}

export const noFirefox =
  'there is no Firefox: install the package "firefox-esr" of your system, or set FIREFOX_PATH to its program'
export const noWebKit = 'there is no WebKit: install the packages "webkit2gtk-driver" and "xvfb" of your system'
