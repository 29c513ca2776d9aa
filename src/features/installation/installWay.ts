import { type Device, isIos } from '#src/ui/ios.ts'
import { hostApp } from './hostApp.ts'

/** How to install the app on this device: with the browser's prompt, or by hand on iOS. */
export type InstallWay = 'navigateur' | 'ios'

/** The way for this device; null when there is none or the app is installed. */
export function installWay(
  device: Device,
  { isInstalled, isInstallable }: { isInstalled: boolean; isInstallable: boolean },
): InstallWay | null {
  if (isInstalled || hostApp(device.userAgent) !== null) return null
  if (isInstallable) return 'navigateur'
  return isIos(device) ? 'ios' : null
}

/** The browser to open instead of the in-app browser. */
export function defaultBrowser(device: Device): 'Safari' | 'Chrome' {
  return isIos(device) ? 'Safari' : 'Chrome'
}
