import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Logs once that a proxy forwards requests while no proxy is trusted: the limits then count all visitors as one. */
export function warnOfUntrustedProxy(app: FastifyInstance, trustedProxies: readonly string[]): void {
  let isTold = trustedProxies.length > 0
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTold && request.headers['x-forwarded-for'] !== undefined) {
      isTold = true
      request.log.warn('A request has X-Forwarded-For, but TRUSTED_PROXIES is empty: all visitors count as one address')
    }
    done()
  })
}

/**
 * Removes everything but addresses from X-Forwarded-For before Fastify reads `request.ip` from it. Rate limits count
 * by that value: with arbitrary text a client could appear as a new caller each time.
 */
export function parseForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const given = headers['x-forwarded-for']
    if (given !== undefined) headers['x-forwarded-for'] = forwardedAddresses(String(given)).join(', ')
    done()
  })
}

/**
 * The addresses of an X-Forwarded-For, without ports and brackets. Proxies append on the right: everything up to the
 * last invalid entry is dropped.
 */
export function forwardedAddresses(header: string): string[] {
  const entries = header.split(',').map((entry) => addressOf(entry.trim()))
  return entries.slice(entries.lastIndexOf(null) + 1).filter((entry) => entry !== null)
}

function addressOf(entry: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry
  const [address = ''] = bare.split('%')
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined && isIP(mapped) === 4) return mapped
  return isIP(address) === 0 ? null : address.toLowerCase()
}
