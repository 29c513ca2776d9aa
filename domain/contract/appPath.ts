/** A path of letters, digits and hyphens only: a browser normalises nothing in it. */
const written = /^(\/[\w-]+)+(\?[\w\-.~%&=+]*)?$/

/** App pages that an external address may redirect to (product 37). */
const allowed = [
  /^\/participant(\/|$)/,
  /^\/organizer(\/|$)/,
  /^\/organisateur(\/|$)/,
  /^\/dashboard-organisateur\/abonnement(\/|$)/,
  /^\/admin-settings$/,
  /^\/profil$/,
  /^\/confirmation$/,
  /^\/notifications$/,
  /^\/e\/[\w-]+$/,
]

/**
 * Checks an address that came from outside: given as `redirect`, pushed, or kept by a notification.
 * @param wanted a path with its query, as it was written
 * @returns whether it is a page of the app, and cannot be parsed as another address
 */
export function isAppPath(wanted: unknown): wanted is string {
  if (typeof wanted !== 'string' || wanted.length > 2000 || !written.test(wanted)) return false
  const [path = ''] = wanted.split('?')
  return allowed.some((page) => page.test(path))
}
