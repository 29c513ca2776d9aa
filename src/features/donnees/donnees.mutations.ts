import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { donneesEndpoints } from '#domain/donnees/donnees.endpoints.ts'
import { NetworkError } from '#src/api/apiError.ts'
import { fetchFile, LostFileError, type DownloadProgress } from '#src/api/file.ts'
import { expectEnd, participantId } from '#src/api/session.ts'
import { downloadFile } from '#src/pwa/queue/saveToPhone.ts'
import { decisionQueue } from '#src/pwa/decisions/decisions.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { isoDay } from '#src/ui/text/dates.ts'

export type FormatExport = 'json' | 'zip'

/** Delay between the export of a deleted account and the logout, in milliseconds (specification, section 9). */
const logoutMs = 2000

/** The current password; absent until the server requires it. */
interface Proof {
  motDePasseActuel?: string | undefined
}

/** Downloads a person's data as a file; `received` is its progress. */
export function useExport() {
  const [received, setReceived] = useState<DownloadProgress | null>(null)
  const mutation = useMutation({
    mutationFn: async ({ format, motDePasseActuel }: { format: FormatExport } & Proof) =>
      downloadFile(
        await fetchFile(
          donneesEndpoints.read,
          { query: { format }, headers: { motDePasseActuel } },
          { name: nameOf(format), onProgress: setReceived },
        ),
      ),
    onSettled: () => setReceived(null),
  })
  return { ...mutation, received }
}

/**
 * Deletes the account, see {@link eraseAccount}; the result is whether the file arrived. Without an answer the account
 * may be deleted: the person reads that first, and a refused call redirects to the login only after they leave the
 * screen.
 */
export function useErase() {
  const [received, setReceived] = useState<DownloadProgress | null>(null)
  const unclear = useRef<ReturnType<typeof expectEnd> | null>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      unclear.current?.stay()
    }
  }, [])
  const mutation = useMutation({
    mutationFn: async (proof: Proof) => {
      const end = unclear.current ?? expectEnd()
      unclear.current = null
      try {
        const erased = await eraseAccount(proof, setReceived)
        setTimeout(end.leave, logoutMs)
        return erased
      } catch (error) {
        if (error instanceof NetworkError && !isLeft.current) unclear.current = end
        else end.stay()
        throw error
      }
    },
    onError: () => setReceived(null),
  })
  return { ...mutation, received }
}

/**
 * Downloads the export, then logs out (specification, section 4). Queued photos and decisions can no longer be sent and
 * are deleted.
 */
async function eraseAccount(
  { motDePasseActuel }: Proof,
  onProgress: (received: DownloadProgress) => void,
): Promise<{ isFileHere: boolean }> {
  const input = { body: motDePasseActuel === undefined ? undefined : { motDePasseActuel } }
  const isFileHere = await fetchFile(donneesEndpoints.erase, input, { name: nameOf('zip'), onProgress }).then(
    (file) => {
      downloadFile(file)
      return true
    },
    (error: unknown) => {
      // The account is deleted even so; an e-mail with a link delivers the file.
      if (error instanceof LostFileError) return false
      throw error
    },
  )
  const ownerId = participantId()
  const photos = ownerId === null ? undefined : uploadQueue.closeSession({ ownerId, keep: false })
  await Promise.allSettled([photos, decisionQueue.close({ keep: false })])
  return { isFileHere }
}

function nameOf(format: FormatExport): string {
  return `eclats-mes-donnees-${isoDay(new Date())}.${format}`
}
