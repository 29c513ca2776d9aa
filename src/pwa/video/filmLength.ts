const lengths = new WeakMap<Blob, number>()

/** Notes the length of a video that this page has opened. @param seconds Infinity or NaN when the file does not say it */
export function noteFilmLength(film: Blob, seconds: number): void {
  if (Number.isFinite(seconds) && seconds > 0) lengths.set(film, seconds)
}

/** The length of a video in seconds, once this page has drawn its preview; null when it is not known. */
export function filmLength(film: Blob): number | null {
  return lengths.get(film) ?? null
}
