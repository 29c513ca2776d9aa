/** Push services of the browsers there are: Chrome and its kin, Firefox, Edge, Safari. */
const known = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)?push\.services\.mozilla\.com$/,
  /^[a-z0-9.-]+\.notify\.windows\.com$/,
  /^([a-z0-9-]+\.)?push\.apple\.com$/,
]

/**
 * Whether an address is one of a push service. A device names the address that this server will call: any other would
 * let a stranger make calls inside our network (OWASP A10, server-side request forgery).
 */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username || url.password) return false
  return known.some((host) => host.test(url.hostname))
}
