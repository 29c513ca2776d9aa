import { readLocal, writeLocal } from './localValue.ts'

const key = 'eclats.theme'
/** `systeme` follows the setting of the device. */
export type Theme = 'systeme' | 'clair' | 'sombre'

/** The theme chosen on this device; the system's by default. */
export function readTheme(): Theme {
  const stored = readLocal(key)
  return stored === 'clair' || stored === 'sombre' ? stored : 'systeme'
}

/** Applies a theme to the page and stores it. */
export function applyTheme(theme: Theme): void {
  const forced = { systeme: undefined, clair: 'light', sombre: 'dark' }[theme]
  if (forced === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = forced
  // The colors of the browser's bar, in index.html: first the light one.
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
  if (light) light.media = mediaOf('light', forced)
  if (dark) dark.media = mediaOf('dark', forced)
  // Without storage, the theme lasts until the page is closed.
  writeLocal(key, theme)
}

function mediaOf(scheme: string, forced: string | undefined): string {
  if (forced === undefined) return `(prefers-color-scheme: ${scheme})`
  return forced === scheme ? 'all' : 'not all'
}

declare module 'react' {
  /** Allows custom properties in `style`. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}
