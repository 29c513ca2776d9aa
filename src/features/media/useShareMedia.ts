import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { canShareFiles, downloadFile, shareFiles } from '#src/pwa/saveToPhone.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/**
 * Hands the file of one media to the system's own sheet. No address is shared: it would open nothing to a person who
 * does not take part in the event.
 */
export function useShareMedia() {
  const fetched = useRef<{ id: number; file: File } | null>(null)
  const mutation = useMutation({
    mutationFn: async ({ id, address, name }: { id: number; address: string; name: string }) => {
      if (fetched.current?.id !== id) fetched.current = { id, file: await fileAt(address, name) }
      const { file } = fetched.current
      if (canShareFiles([file])) await shareFiles([file])
      else downloadFile(file)
    },
    onError: (error) => {
      // Browsers let a page share for some seconds after a tap; a large file takes longer.
      const isLate = error.name === 'NotAllowedError'
      if (isLate) showToast({ type: 'info', title: 'Prête : touchez encore une fois Partager.' })
      else showToast({ type: 'error', title: phrases.erreurSurvenue })
    },
  })
  return { isOffered: canShareFiles(), isSharing: mutation.isPending, share: mutation.mutate }
}

async function fileAt(address: string, name: string): Promise<File> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`media file: ${response.status}`)
  const blob = await response.blob()
  return new File([blob], name, { type: blob.type })
}
