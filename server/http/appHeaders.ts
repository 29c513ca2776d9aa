import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * The security headers of every answer, computed once: they are the same for all of them.
 * Independent of any configuration: a precached page keeps the policy of its install day.
 * HSTS only behind TLS: on plain http it would lock people out.
 * @param subdomains extends HSTS to every subdomain; only valid when the operator controls them all
 */
export function appHeaders({
  tls,
  subdomains,
}: {
  tls: boolean
  subdomains: boolean
}): Readonly<Record<string, string>> {
  const options: HelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['eclats'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: subdomains } : false,
  }
  return { ...headersOf(options), 'Permissions-Policy': permissionsPolicy }
}

function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const recorder = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: (name: string) => void delete headers[name],
  }
  helmet(options)({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error
  })
  return headers
}

/** Allows the camera, for photos of the event, and passkeys. */
const permissionsPolicy =
  'camera=(self), publickey-credentials-create=(self), publickey-credentials-get=(self), microphone=(), geolocation=(), payment=(), usb=(), midi=(), magnetometer=(), gyroscope=(), accelerometer=(), browsing-topics=()'

/** A worker uses the policy of its own response: only this one allows wasm. */
export const wasmWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
