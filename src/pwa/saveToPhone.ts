/**
 * Gives a file to the person: shared where the system takes files (a phone's own gallery), downloaded otherwise.
 */
export async function shareOrDownload(file: File): Promise<void> {
  // Closed by the person: that is an answer too.
  const isAnswered =
    canShareFiles([file]) &&
    (await shareFiles([file]).then(
      () => true,
      () => false,
    ))
  if (!isAnswered) downloadFile(file)
}

/** Whether this is a phone or a tablet whose system takes such files; any photo when none are named. */
export function canShareFiles(files: File[] = [new File(['x'], 'photo.jpg', { type: 'image/jpeg' })]): boolean {
  return matchMedia('(pointer: coarse)').matches && 'canShare' in navigator && navigator.canShare({ files })
}

/**
 * Opens the system's own sheet for files; call it from a tap.
 * @returns false when the person closed it
 * @throws Error when the system takes them not
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

/** Puts a file among the downloads of this device. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Hands an address of this origin to the browser's own downloads, which go on without the page.
 * @param name of the file; the server gives it when it is left out
 */
export function downloadAddress(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
