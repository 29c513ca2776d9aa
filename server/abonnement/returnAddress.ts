import { Problem } from '../http/problem.ts'

/** Pages of the app to which a payment may return (product 37). */
const allowed = [/^\/dashboard-organisateur\/abonnement(\/succes)?$/, /^\/organizer(\/evenements(\/\d{1,15})?)?$/]
/** Visible ASCII. No backslash: URL parsers treat it as a slash. */
const written = /^[!-[\]-~]{1,2000}$/

/**
 * Checks the URL to which a payment page returns: an allowed path, alone or on our own origin.
 * @returns the whole URL on our origin, with its query and without its fragment
 * @throws Problem abonnement.adresse for any other
 */
export function returnAddress(publicUrl: string, requested: string): string {
  const path = requested.startsWith(`${publicUrl}/`) ? requested.slice(publicUrl.length) : requested
  const url = written.test(path) && path.startsWith('/') ? URL.parse(path, publicUrl) : null
  const [asWritten] = path.split(/[?#]/)
  // Reject a path that URL parsing changes ("..", "%2e", "//host"): it is not the one that was checked.
  const isOurs = url?.origin === publicUrl && url.pathname === asWritten
  if (!isOurs || !allowed.some((page) => page.test(url.pathname))) throw new Problem('abonnement.adresse')
  return `${publicUrl}${url.pathname}${url.search}`
}
