import type { FastifyHelmetOptions } from '@fastify/helmet'

/**
 * Independent of any configuration: a precached page keeps the policy of its install day.
 * HSTS only behind TLS, on plain http it would lock people out.
 * @param subdomains binds every subdomain to TLS too, which only who owns them all can promise
 */
export function appHeaders({ tls, subdomains }: { tls: boolean; subdomains: boolean }): FastifyHelmetOptions {
  return {
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
}

/** The camera for taking photos at the event, and passkeys; nothing else. */
export const permissionsPolicy =
  'camera=(self), publickey-credentials-create=(self), publickey-credentials-get=(self), microphone=(), geolocation=(), payment=(), usb=(), midi=(), magnetometer=(), gyroscope=(), accelerometer=(), browsing-topics=()'

/** A worker obeys the policy of its own answer: wasm is allowed there and nowhere else. */
export const wasmWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
