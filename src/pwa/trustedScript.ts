import hashWorkerUrl from '#upload-queue/hash/hash.worker.ts?worker&url'
import pictureWorkerUrl from '#upload-queue/picture/picture.worker.ts?worker&url'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** URL of the service worker; in development the plugin serves it as a module. */
export const serviceWorkerUrl = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js'

const workerUrls: ReadonlySet<string> = new Set([serviceWorkerUrl, hashWorkerUrl, pictureWorkerUrl])

/** Allow-list of worker scripts: the page's Trusted Types policy `eclats` rejects all others. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('eclats', {
  createScriptURL(url) {
    if (!workerUrls.has(url)) throw new TypeError(`Worker script "${url}" is not in the allow-list`)
    return url
  },
})

/** An allow-listed URL in the type this browser requires. @throws TypeError for any other URL */
export function trustedScript(url: string): string {
  return policy?.createScriptURL(url) ?? url
}

/** The dedicated hash worker: the content security policy allows wasm only there. */
export function startHashWorker(): Worker {
  return new Worker(trustedScript(hashWorkerUrl), { type: 'module' })
}

/** The dedicated worker that scales photos down. */
export function startPictureWorker(): Worker {
  return new Worker(trustedScript(pictureWorkerUrl), { type: 'module' })
}
