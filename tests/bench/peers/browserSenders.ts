// Bundled for a page of Chromium: the most common clients for resumable uploads, with their defaults.
import Uppy from '@uppy/core'
import Tus from '@uppy/tus'
import { Upload } from 'tus-js-client'

export interface Target {
  readonly endpoint: string
  readonly headers: Record<string, string>
}

/** One upload after the other, with the client's own retries. @returns why files were given up */
export async function sendByTusJsClient(files: readonly File[], { endpoint, headers }: Target): Promise<string[]> {
  const failures: string[] = []
  for (const file of files) {
    await new Promise<void>((resolve) => {
      const metadata = { filename: file.name, filetype: file.type }
      const onError = ({ message }: Error) => {
        failures.push(`${file.name}: ${message}`)
        resolve()
      }
      new Upload(file, { endpoint, headers, metadata, onError, onSuccess: () => resolve() }).start()
    })
  }
  return failures
}

/** All files at once: Uppy chooses the concurrency. @returns why files were given up */
export async function sendByUppy(files: readonly File[], { endpoint, headers }: Target): Promise<string[]> {
  const uppy = new Uppy().use(Tus, { endpoint, headers, allowedMetaFields: ['filename', 'filetype'] })
  for (const file of files) {
    uppy.addFile({ name: file.name, type: file.type, data: file, meta: { filename: file.name, filetype: file.type } })
  }
  const result = await uppy.upload()
  return (result?.failed ?? []).map(({ name, error }) => `${name}: ${String(error)}`)
}

Object.assign(globalThis, { sendByTusJsClient, sendByUppy })
