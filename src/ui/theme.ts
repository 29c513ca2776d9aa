import { readLocal, writeLocal } from './localValue.ts'

const key = 'eclats.theme'
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
  // Without storage, the theme lasts until the page is closed.
  writeLocal(key, theme)
}

declare module 'react' {
  /** Allows custom properties in `style`. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}
