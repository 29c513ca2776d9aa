import { isOfflineGallerySignature, parseGallerySignature } from '#domain/media/gallerySignature.ts'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { snapSide } from '#domain/media/variante.ts'

/** A picture as it is kept: whose view it is, which media, which size; never its address, which changes every 5 min. */
export interface Picture {
  readonly utilisateurId: number
  readonly mediaId: number
  readonly variante: string
  /** Whether the page had no signature of the server: the picture can only be a stored one. */
  readonly isOffline: boolean
}

const paths = [mediaEndpoints.bytes.path, mediaEndpoints.download.path].map(
  (path) => new RegExp(`^/api${path.replace(':id', String.raw`(\d+)`)}$`),
)

/** Reads an address of a small picture; null for everything else, originals included. */
export function pictureOf(url: URL): Picture | null {
  const mediaId = paths.map((path) => path.exec(url.pathname)?.[1]).find((id) => id !== undefined)
  const signature = parseGallerySignature(url.searchParams.get('s') ?? '')
  const variante = varianteOf(url.searchParams)
  if (mediaId === undefined || signature === null || variante === null) return null
  const isOffline = isOfflineGallerySignature(signature)
  return { utilisateurId: signature.utilisateurId, mediaId: Number(mediaId), variante, isOffline }
}

function varianteOf(query: URLSearchParams): string | null {
  const type = query.get('type')
  if (type === 'thumbnail') return type
  if (type !== 'custom') return null
  const sides = [query.get('width'), query.get('height')].filter((side) => side !== null).map(Number)
  return `custom-${snapSide(sides.length === 0 ? undefined : Math.max(...sides))}`
}
