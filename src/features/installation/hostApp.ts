/** In-app browsers: they cannot install the app, and they delete site data. */
const insideApps: readonly (readonly [RegExp, string])[] = [
  [/Instagram/, 'Instagram'],
  [/FBAN|FBAV|FB_IAB/, 'Facebook'],
  [/WhatsApp/, 'WhatsApp'],
  [/Snapchat/, 'Snapchat'],
  [/TikTok|musical_ly/, 'TikTok'],
]

/** The app whose in-app browser this is, or null. */
export function hostApp(userAgent: string): string | null {
  return insideApps.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
