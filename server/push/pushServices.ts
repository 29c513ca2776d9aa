/** Push services of Chrome and other Chromium browsers, Firefox, Edge and Safari. */
const known = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)?push\.services\.mozilla\.com$/,
  /^[a-z0-9.-]+\.notify\.windows\.com$/,
  /^([a-z0-9-]+\.)?push\.apple\.com$/,
]

/**
 * Whether a URL belongs to a known push service. The device chooses the URL that this server calls: any other could
 * make requests inside our network (OWASP A10, server-side request forgery).
 */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username || url.password) return false
  return known.some((host) => host.test(url.hostname))
}
