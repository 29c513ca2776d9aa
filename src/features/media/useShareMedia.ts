import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { fetchAddress } from '#src/api/longAnswer.ts'
import { canShareFiles, downloadFile, shareFiles } from '#src/pwa/queue/saveToPhone.ts'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

interface SharedFile {
  readonly id: number
  readonly address: string
  readonly name: string
}

/** Opens the share sheet with a media's file. A URL would not open for people outside the event. */
export function useShareMedia() {
  const once = useOnce()
  const fetched = useRef<{ id: number; file: File } | null>(null)
  const mutation = useMutation({
    mutationFn: async ({ id, address, name }: SharedFile) => {
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
  return {
    isOffered: canShareFiles(),
    isSharing: mutation.isPending,
    // Browsers refuse to share while another share is open.
    share: (file: SharedFile) => once(() => mutation.mutateAsync(file)),
  }
}

async function fileAt(address: string, name: string): Promise<File> {
  const blob = await (await fetchAddress(address)).blob()
  return new File([blob], name, { type: blob.type })
}
