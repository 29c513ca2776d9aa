import type { Media } from '#domain/media/media.ts'
import { playedVariante, type variantes } from '#domain/media/variante.ts'

/** Which variant of a media: one by its name, or a picture of this width in pixels. */
export type Variant = Exclude<(typeof variantes)[number], 'custom'> | { readonly width: number }

/**
 * URL of a media's bytes on our own origin.
 * @param signature of its event, see `useSignature`; without one the server refuses the URL
 */
export function mediaUrl(mediaId: number, variant: Variant, signature: string | undefined): string {
  const query = new URLSearchParams(
    typeof variant === 'string' ? { type: variant } : { type: 'custom', width: String(variant.width) },
  )
  if (signature !== undefined) query.set('s', signature)
  return `/api/medias/${mediaId}/fichier?${query.toString()}`
}

/** URL of what a video plays; undefined while it plays nothing, see `playedVariante`, or without a signature. */
export function videoUrl(
  media: Pick<Media, 'id' | 'lecture'>,
  { triesOriginal, signature }: { readonly triesOriginal: boolean; readonly signature: string | undefined },
): string | undefined {
  const variante = playedVariante(media.lecture, triesOriginal)
  return variante === null || signature === undefined ? undefined : mediaUrl(media.id, variante, signature)
}
