import { useEffect, useState } from 'react'
import { uploadQueue } from './uploadQueue.ts'

/** Object URLs of the previews of these items, without those that have none. Revoked on change and on unmount. */
export function usePreviews(ids: readonly string[]): readonly string[] {
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const key = ids.join(' ')
  useEffect(() => {
    const unmounted = new AbortController()
    const made: string[] = []
    const load = async () => {
      const blobs = await Promise.all(
        key
          .split(' ')
          .filter(Boolean)
          .map((id) => uploadQueue.preview(id).catch(() => null)),
      )
      if (unmounted.signal.aborted) return
      for (const blob of blobs) if (blob !== null) made.push(URL.createObjectURL(blob))
      setAddresses(made)
    }
    void load()
    return () => {
      unmounted.abort()
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [key])
  return addresses
}
