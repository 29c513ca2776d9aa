import { Problem } from '../http/problem.ts'

/** Pages of the app that a payment may lead back to (product 37). */
const allowed = [/^\/dashboard-organisateur\/abonnement(\/succes)?$/, /^\/organizer(\/evenements(\/\d{1,15})?)?$/]
/** Visible ASCII, as an address is written; a backslash would be read as a slash. */
const written = /^[!-[\]-~]{1,2000}$/

/**
 * Checks an address that a payment page shall lead back to: a path of the list, alone or behind our own origin.
 * @returns the whole address on our origin, its query kept, its fragment not
 * @throws Problem abonnement.adresse for any other
 */
export function returnAddress(publicUrl: string, wanted: string): string {
  const path = wanted.startsWith(`${publicUrl}/`) ? wanted.slice(publicUrl.length) : wanted
  const url = written.test(path) && path.startsWith('/') ? URL.parse(path, publicUrl) : null
  const [asWritten] = path.split(/[?#]/)
  // A path that reading changes ("..", "%2e", "//host") is not the one that was looked up.
  const isOurs = url?.origin === publicUrl && url.pathname === asWritten
  if (!isOurs || !allowed.some((page) => page.test(url.pathname))) throw new Problem('abonnement.adresse')
  return `${publicUrl}${url.pathname}${url.search}`
}
