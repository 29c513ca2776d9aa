const key = 'eclats.theme'
export type Theme = 'systeme' | 'clair' | 'sombre'

/** The theme this device was asked for; the system's when none. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'clair' || stored === 'sombre' ? stored : 'systeme'
  } catch {
    return 'systeme'
  }
}

/** Puts a theme on the page and remembers it. */
export function applyTheme(theme: Theme): void {
  const forced = { systeme: undefined, clair: 'light', sombre: 'dark' }[theme]
  if (forced === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = forced
  try {
    localStorage.setItem(key, theme)
  } catch {
    // The choice holds until the page is closed.
  }
}

declare module 'react' {
  /** Components hand values to their style sheets in custom properties. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}
