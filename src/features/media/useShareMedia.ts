import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { fetchAddress } from '#src/api/longAnswer.ts'
import { canShareFiles, downloadFile, shareFiles } from '#src/pwa/saveToPhone.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Opens the share sheet with a media's file. A URL would not open for people outside the event. */
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
      // Browsers allow sharing for a few seconds after a tap (transient activation); downloading a large file takes
      // longer.
      const isLate = error.name === 'NotAllowedError'
      if (isLate) showToast({ type: 'info', title: 'Prête : touchez encore une fois Partager.' })
      else showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) })
    },
  })
  return { isOffered: canShareFiles(), isSharing: mutation.isPending, share: mutation.mutate }
}

async function fileAt(address: string, name: string): Promise<File> {
  const blob = await (await fetchAddress(address)).blob()
  return new File([blob], name, { type: blob.type })
}
