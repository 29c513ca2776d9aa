/** Whether the app runs from the home screen rather than in a browser tab. */
export function isInstalled(): boolean {
  // The build renders public pages without a browser.
  if (!('matchMedia' in globalThis)) return false
  // iOS says it its own way.
  const standalone = (navigator as { standalone?: boolean }).standalone === true
  return standalone || matchMedia('(display-mode: standalone)').matches
}
