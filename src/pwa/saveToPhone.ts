/**
 * Gives a file to the person: shared where the system takes files (a phone's own gallery), downloaded otherwise.
 */
export async function giveFile(file: File): Promise<void> {
  const isTouch = matchMedia('(pointer: coarse)').matches
  if (isTouch && 'canShare' in navigator && navigator.canShare({ files: [file] })) {
    const isShared = await navigator.share({ files: [file] }).then(
      () => true,
      // Closed by the person: that is an answer. Anything else falls back to the download.
      (error: unknown) => error instanceof Error && error.name === 'AbortError',
    )
    if (isShared) return
  }
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
