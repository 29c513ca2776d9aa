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
