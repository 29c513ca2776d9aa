import { thumbHashToDataURL } from 'thumbhash'

const known = new Map<string, string | undefined>()

/** The cached result of {@link blurOf}; undefined if it was not called yet. */
export function madeBlur(thumbhash: string | null): string | undefined {
  return thumbhash === null ? undefined : known.get(thumbhash)
}

/** A blurred preview as a data URL; undefined when the hash is missing or invalid. */
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
