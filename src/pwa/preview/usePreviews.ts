import { useEffect, useRef, useState } from 'react'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'

/**
 * Object URLs of the previews of these items, in their order, without those that have none or are not made yet. Each is
 * kept while its item is in the list and the component mounted, then revoked.
 */
export function usePreviews(ids: readonly string[]): readonly string[] {
  const [shown, setShown] = useState<ReadonlyMap<string, string>>(new Map())
  /** Null while the preview is being loaded. */
  const addresses = useRef(new Map<string, string | null>())
  const key = ids.join(' ')
  useEffect(() => {
    const urls = addresses.current
    const show = () => setShown(new Map([...urls].filter((entry): entry is [string, string] => entry[1] !== null)))
    const load = async (id: string) => {
      const blob = await uploadQueue.preview(id).catch(() => null)
      if (urls.get(id) !== null) return
      if (blob === null) {
        // Asked for again when the list changes.
        urls.delete(id)
        return
      }
      urls.set(id, URL.createObjectURL(blob))
      show()
    }
    const wanted = new Set(key.split(' ').filter(Boolean))
    const gone = [...urls.keys()].filter((id) => !wanted.has(id))
    for (const id of gone) revoke(urls, id)
    if (gone.length > 0) show()
    for (const id of wanted) {
      if (urls.has(id)) continue
      urls.set(id, null)
      void load(id)
    }
  }, [key])
  useEffect(() => {
    const urls = addresses.current
    return () => {
      for (const id of urls.keys()) revoke(urls, id)
    }
  }, [])
  return ids.flatMap((id) => shown.get(id) ?? [])
}

function revoke(urls: Map<string, string | null>, id: string): void {
  const address = urls.get(id)
  urls.delete(id)
  if (typeof address === 'string') URL.revokeObjectURL(address)
}
