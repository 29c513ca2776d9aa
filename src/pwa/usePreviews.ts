import { useEffect, useRef, useState } from 'react'
import { uploadQueue } from './uploadQueue.ts'

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
    const held = addresses.current
    const show = () => setShown(new Map([...held].filter((entry): entry is [string, string] => entry[1] !== null)))
    const load = async (id: string) => {
      const blob = await uploadQueue.preview(id).catch(() => null)
      if (held.get(id) !== null) return
      if (blob === null) {
        // Asked for again when the list changes.
        held.delete(id)
        return
      }
      held.set(id, URL.createObjectURL(blob))
      show()
    }
    const wanted = new Set(key.split(' ').filter(Boolean))
    const gone = [...held.keys()].filter((id) => !wanted.has(id))
    for (const id of gone) revoke(held, id)
    if (gone.length > 0) show()
    for (const id of wanted) {
      if (held.has(id)) continue
      held.set(id, null)
      void load(id)
    }
  }, [key])
  useEffect(() => {
    const held = addresses.current
    return () => {
      for (const id of held.keys()) revoke(held, id)
    }
  }, [])
  return ids.flatMap((id) => shown.get(id) ?? [])
}

function revoke(held: Map<string, string | null>, id: string): void {
  const address = held.get(id)
  held.delete(id)
  if (typeof address === 'string') URL.revokeObjectURL(address)
}
