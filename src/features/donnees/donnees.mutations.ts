import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { donneesEndpoints } from '#domain/donnees/donnees.endpoints.ts'
import { codeOf, NetworkError } from '#src/api/apiError.ts'
import { fetchFile, LostFileError, type Received } from '#src/api/file.ts'
import { expectEnd } from '#src/api/session.ts'
import { downloadFile } from '#src/pwa/saveToPhone.ts'
import { closeDecisionSession } from '#src/pwa/decisions.ts'
import { closeQueueSession } from '#src/pwa/uploadQueue.ts'

export type FormatExport = 'json' | 'zip'

/** Logged out this long after the export of an erased account, in milliseconds (specification, section 9). */
const logoutMs = 2000

/** The present password; absent until the server asks for it. */
interface Proof {
  motDePasseActuel?: string | undefined
}

/** Takes a person's data along as a file; `received` grows while it arrives. */
export function useExport() {
  const [received, setReceived] = useState<Received | null>(null)
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
 * Erases the account, see {@link eraseAccount}; its answer tells whether the file arrived. While an answer is lost
 * the account may be gone: the person reads so before a refused call sends them to the login, once the screen that
 * asked is left.
 */
export function useErase() {
  const [received, setReceived] = useState<Received | null>(null)
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

/** Whether the server wants the present password, or another one than was given. */
export function isProofWanted(error: unknown): boolean {
  return ['utilisateur.mot_de_passe_requis', 'utilisateur.mot_de_passe_incorrect'].includes(codeOf(error))
}

/**
 * The export is downloaded, then the person is logged out (specification, section 4). What waited on this phone can go
 * nowhere any more, and goes too.
 */
async function eraseAccount(
  { motDePasseActuel }: Proof,
  onProgress: (received: Received) => void,
): Promise<{ isFileHere: boolean }> {
  const input = { body: motDePasseActuel === undefined ? undefined : { motDePasseActuel } }
  const isFileHere = await fetchFile(donneesEndpoints.erase, input, { name: nameOf('zip'), onProgress }).then(
    (file) => {
      downloadFile(file)
      return true
    },
    (error: unknown) => {
      // The account is gone all the same; a mailed link brings the file.
      if (error instanceof LostFileError) return false
      throw error
    },
  )
  await Promise.allSettled([closeQueueSession({ keep: false }), closeDecisionSession({ keep: false })])
  return { isFileHere }
}

function nameOf(format: FormatExport): string {
  return `eclats-mes-donnees-${new Date().toISOString().slice(0, 10)}.${format}`
}
