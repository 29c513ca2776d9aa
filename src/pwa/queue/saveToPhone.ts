import { phrases } from '#domain/texte/phrases.ts'
import { causeOr, NetworkError } from '#src/api/apiError.ts'
import { fetchAddress } from '#src/api/longAnswer.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Saves a file for the person: the share sheet where the system accepts files, a download otherwise. */
export async function shareOrDownload(file: File): Promise<void> {
  // True also when the person closed the share sheet: then nothing is downloaded.
  const isAnswered =
    canShareFiles([file]) &&
    (await shareFiles([file]).then(
      () => true,
      () => false,
    ))
  if (!isAnswered) downloadFile(file)
}

/** Whether this touch device can share these files; without an argument, any photo. */
export function canShareFiles(files: File[] = [new File(['x'], 'photo.jpg', { type: 'image/jpeg' })]): boolean {
  return matchMedia('(pointer: coarse)').matches && 'canShare' in navigator && navigator.canShare({ files })
}

/**
 * Opens the system's share sheet; call it from a user gesture.
 * @returns false when the person closed it
 * @throws Error when the system does not accept the files
 */
export async function shareFiles(files: readonly File[]): Promise<boolean> {
  try {
    await navigator.share({ files: [...files] })
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return false
    throw error
  }
}

/** Saves a file with the browser's download. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

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
