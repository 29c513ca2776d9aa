/** Which image of a media: the 400 px thumbnail, one of this width in pixels, or the original file. */
export type Variant = 'thumbnail' | 'original' | { readonly width: number }

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
