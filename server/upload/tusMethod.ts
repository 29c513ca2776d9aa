import type { IncomingMessage } from 'node:http'

const uploadAddress = /^\/api\/frontend\/participant\/evenements\/\d+\/medias\/uploads\/[^/?]+$/
const overriding = new Set(['PATCH', 'DELETE', 'HEAD'])

/**
 * Replaces the method of a request with X-HTTP-Method-Override (tus 1.0, "X-HTTP-Method-Override"), because some
 * networks only allow GET and POST. Applies only to a POST to a single upload, before routing.
 */
export function overrideTusMethod(request: IncomingMessage): string {
  const { url = '/', method, headers } = request
  const override = String(headers['x-http-method-override'] ?? '').toUpperCase()
  if (method === 'POST' && overriding.has(override) && uploadAddress.test(url)) request.method = override
  return url
}
