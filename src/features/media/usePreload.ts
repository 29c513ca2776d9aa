import { useEffect } from 'react'
import type { Media } from '#domain/media/media.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'

type Picture = Pick<Media, 'id' | 'type' | 'apercu'>

/** Loads the large pictures of these media ahead, so that the next one is there at once. */
export function usePreload(medias: readonly (Picture | undefined)[], signature: string | undefined): void {
  const addresses = medias
    .filter((media) => media?.apercu === true && media.type === 'IMAGE' && signature !== undefined)
    .map((media) => mediaUrl(media?.id ?? 0, { width: 1600 }, signature))
    .join(' ')
  useEffect(() => {
    for (const address of addresses.split(' ').filter(Boolean)) new Image().src = address
  }, [addresses])
}
