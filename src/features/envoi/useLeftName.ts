import { useEffect } from 'react'
import { keepName } from './leftNames.ts'

/**
 * Stores the first name for the signed-out pages, in case the session ends before the photos are sent.
 * @param person the signed-in one, if any
 * @param hasPhotos whether photos of the person wait on this device
 */
export function useLeftName(person: { id: number; prenom: string } | null, hasPhotos: boolean): void {
  const id = person?.id
  const prenom = person?.prenom
  useEffect(() => {
    if (id !== undefined && prenom !== undefined && hasPhotos) keepName({ id, prenom })
  }, [id, prenom, hasPhotos])
}
