/** Whether the app runs as an installed app, not in a browser tab. */
export function isInstalled(): boolean {
  // Prerendering has no browser APIs.
  if (!('matchMedia' in globalThis)) return false
  // iOS uses the non-standard `navigator.standalone`.
  const standalone = (navigator as { standalone?: boolean }).standalone === true
  return standalone || matchMedia('(display-mode: standalone)').matches
}
