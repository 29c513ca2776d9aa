let wanted = 0

/** Puts a figure on the app's icon where the system has a place for it; 0 takes it away. */
export function setAppBadge(count: number): void {
  wanted = count
  renewAppBadge()
}

/** Puts the page's own figure back: the worker may have left one when the system gave a sending up. */
export function renewAppBadge(): void {
  if (!('setAppBadge' in navigator)) return
  const done = wanted > 0 ? navigator.setAppBadge(wanted) : navigator.clearAppBadge()
  done.catch(() => undefined)
}
