let wanted = 0

/** Shows a number on the app icon where the system supports badges; 0 removes it. */
export function setAppBadge(count: number): void {
  wanted = count
  renewAppBadge()
}

/** Restores the page's own number: the worker sets another one when background sync gives up. */
export function renewAppBadge(): void {
  if (!('setAppBadge' in navigator)) return
  const done = wanted > 0 ? navigator.setAppBadge(wanted) : navigator.clearAppBadge()
  done.catch(() => undefined)
}
