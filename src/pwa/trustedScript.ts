import hashWorkerUrl from '#upload-queue/hash/hash.worker.ts?worker&url'
import pictureWorkerUrl from '#upload-queue/picture/picture.worker.ts?worker&url'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** Address of the service worker; in development the plugin serves it as a module. */
export const serviceWorkerUrl = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js'

const workerUrls: ReadonlySet<string> = new Set([serviceWorkerUrl, hashWorkerUrl, pictureWorkerUrl])

/** The only scripts that may ever become a worker: the policy `eclats` of the page lets nothing else through. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('eclats', {
  createScriptURL(url) {
    if (!workerUrls.has(url)) throw new TypeError(url)
    return url
  },
})

/** An address of the allow-list, in the form that this browser wants. @throws TypeError for any other */
export function trustedScript(url: string): string {
  return policy?.createScriptURL(url) ?? url
}

/** The dedicated worker that hashes: wasm may run there and nowhere else. */
export function startHashWorker(): Worker {
  return new Worker(trustedScript(hashWorkerUrl), { type: 'module' })
}

/** The dedicated worker that draws photos small. */
export function startPictureWorker(): Worker {
  return new Worker(trustedScript(pictureWorkerUrl), { type: 'module' })
}
