import { type Device, isIos } from '#src/ui/ios.ts'

/** How to install the app on this device: with the browser's prompt, or by hand on iOS. */
export type InstallWay = 'navigateur' | 'ios'

/** In-app browsers: they cannot install the app, and they delete site data. */
const insideApps: readonly (readonly [RegExp, string])[] = [
  [/Instagram/, 'Instagram'],
  [/FBAN|FBAV|FB_IAB/, 'Facebook'],
  [/WhatsApp/, 'WhatsApp'],
  [/Snapchat/, 'Snapchat'],
  [/TikTok|musical_ly/, 'TikTok'],
]

/** The way for this device; null when there is none or the app is installed. */
export function installWay(
  device: Device,
  { isInstalled, isInstallable }: { isInstalled: boolean; isInstallable: boolean },
): InstallWay | null {
  if (isInstalled || hostApp(device.userAgent) !== null) return null
  if (isInstallable) return 'navigateur'
  return isIos(device) ? 'ios' : null
}

/** The app whose in-app browser this is, or null. */
export function hostApp(userAgent: string): string | null {
  return insideApps.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}

/** The browser to open instead of the in-app browser. */
export function defaultBrowser(device: Device): 'Safari' | 'Chrome' {
  return isIos(device) ? 'Safari' : 'Chrome'
}
