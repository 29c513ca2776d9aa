import { useEffect, useState } from 'react'
import { takenAt } from '#src/pwa/takenAt.ts'

/** When a chosen file was taken, milliseconds since 1970: the file's date until its EXIF date is read. */
export function useTakenAt(file: File): number {
  const [instant, setInstant] = useState(file.lastModified)
  useEffect(() => {
    const unmounted = new AbortController()
    const read = async () => {
      const taken = await takenAt(file)
      if (!unmounted.signal.aborted) setInstant(taken)
    }
    void read()
    return () => unmounted.abort()
  }, [file])
  return instant
}
