import * as v from 'valibot'

/** DATABASE_URL: postgres://[user[:password]@]host[:port]/database, or a socket folder in `?host=`. */
export const databaseUrlSchema = v.pipe(v.string(), v.trim(), v.check(isPostgresUrl))

function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hash) return false
  const hasHost = url.hostname !== '' || url.searchParams.has('host')
  return hasHost && /^\/[^/]+$/.test(url.pathname) && isDecodable(text)
}

/** An invalid percent encoding in a password would make the driver fail with a stack trace instead of a message. */
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
