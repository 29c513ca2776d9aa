import type { IncomingMessage } from 'node:http'

const uploadAddress = /^\/api\/frontend\/participant\/evenements\/\d+\/medias\/uploads\/[^/?]+$/
const overriding = new Set(['PATCH', 'DELETE', 'HEAD'])

/**
 * Takes the method of an upload's request from X-HTTP-Method-Override (tus 1.0, "X-HTTP-Method-Override"): some
 * networks let GET and POST through alone. Only a POST to one upload is changed, before it is routed.
 */
export function overrideTusMethod(request: IncomingMessage): string {
  const { url = '/', method, headers } = request
  const wanted = String(headers['x-http-method-override'] ?? '').toUpperCase()
  if (method === 'POST' && overriding.has(wanted) && uploadAddress.test(url)) request.method = wanted
  return url
}
