/** Marker in every file created here, which must not be in any file served to others. */
export const secret = 'SECRET-48.8566-2.3522'
export const secretBytes = Buffer.from(secret)

/** A media with the secret in one place. */
export interface MarkedFile {
  readonly title: string
  readonly bytes: Buffer
  /** The original is served only to its author, because readers cannot be made to skip this place. */
  readonly isKeptFromOthers?: boolean
}

/** Files with the secret in each of these places. */
export function marked(kind: string, places: Readonly<Record<string, Buffer>>): MarkedFile[] {
  return Object.entries(places).map(([place, bytes]) => ({ title: `${kind}: ${place}`, bytes }))
}

/** The same for originals that are served only to their author. */
export function unvouched(kind: string, places: Readonly<Record<string, Buffer>>): MarkedFile[] {
  return marked(kind, places).map(({ title, bytes }) => ({ title, bytes, isKeptFromOthers: true }))
}
