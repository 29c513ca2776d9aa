import { thumbHashToDataURL } from 'thumbhash'

const known = new Map<string, string | undefined>()

/** The preview that {@link blurOf} has made already; undefined as long as it has not. */
export function madeBlur(thumbhash: string | null): string | undefined {
  return thumbhash === null ? undefined : known.get(thumbhash)
}

/** A blurred preview as a data address; undefined when the hash is missing or broken. */
export function blurOf(thumbhash: string | null): string | undefined {
  if (thumbhash === null) return undefined
  if (!known.has(thumbhash)) known.set(thumbhash, decode(thumbhash))
  return known.get(thumbhash)
}

function decode(thumbhash: string): string | undefined {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}
