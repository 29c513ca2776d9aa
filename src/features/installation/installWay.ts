import { type Device, isIos } from '#src/ui/ios.ts'

/** How the app gets onto the home screen of this device: the browser asks, or the person does it by hand on iOS. */
export type InstallWay = 'navigateur' | 'ios'

/** Browsers inside other apps: they install nothing and forget what they hold. */
const insideApps: readonly (readonly [RegExp, string])[] = [
  [/Instagram/, 'Instagram'],
  [/FBAN|FBAV|FB_IAB/, 'Facebook'],
  [/WhatsApp/, 'WhatsApp'],
  [/Snapchat/, 'Snapchat'],
  [/TikTok|musical_ly/, 'TikTok'],
]

/** The way for this device; null where there is none, or none needed. */
export function installWay(
  device: Device,
  { isInstalled, isInstallable }: { isInstalled: boolean; isInstallable: boolean },
): InstallWay | null {
  if (isInstalled || hostApp(device.userAgent) !== null) return null
  if (isInstallable) return 'navigateur'
  return isIos(device) ? 'ios' : null
}

/** The app whose own browser this is, or null. */
export function hostApp(userAgent: string): string | null {
  return insideApps.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}

/** The browser that the person should open instead of the one inside an app. */
export function properBrowser(device: Device): 'Safari' | 'Chrome' {
  return isIos(device) ? 'Safari' : 'Chrome'
}
