import { phrases } from '#domain/texte/phrases.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { causeOr, NetworkError } from './apiError.ts'
import { fetchAddress } from './longAnswer.ts'

/** The server may look at every file of an album before it answers. Milliseconds. */
const beginTimeoutMs = 60_000

/**
 * Starts a browser download of a same-origin URL; it continues without the page. Fetches its first byte before: for a
 * refused download browsers show no reason, or save the error answer as the file.
 * @param name of the file; the server's name when empty
 * @throws ApiError when the server refuses, NetworkError when it does not answer
 */
export async function startDownload(address: string, name = ''): Promise<void> {
  const answer = await fetchAddress(address, { Range: 'bytes=0-0' }, beginTimeoutMs)
  await answer.body?.cancel()
  // A captive portal answers with its own page.
  if (answer.status !== 206) throw new NetworkError()
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Like `startDownload`; a failure is shown in a toast. */
export function downloadAddress(address: string, name?: string): void {
  startDownload(address, name).catch((error: unknown) =>
    showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
  )
}
