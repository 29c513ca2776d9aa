import { readLocal, writeLocal } from './localValue.ts'

const key = 'eclats.theme'
export type Theme = 'systeme' | 'clair' | 'sombre'

/** The theme this device was asked for; the system's when none. */
export function readTheme(): Theme {
  const stored = readLocal(key)
  return stored === 'clair' || stored === 'sombre' ? stored : 'systeme'
}

/** Puts a theme on the page and remembers it. */
export function applyTheme(theme: Theme): void {
  const forced = { systeme: undefined, clair: 'light', sombre: 'dark' }[theme]
  if (forced === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = forced
  // Where nothing is remembered the choice holds until the page is closed.
  writeLocal(key, theme)
}

declare module 'react' {
  /** Components hand values to their style sheets in custom properties. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}
