/** Stands in every file made here, and must stand in nothing that others get. */
export const secret = 'SECRET-48.8566-2.3522'
export const secretBytes = Buffer.from(secret)

/** A media with the secret in one place. */
export interface MarkedFile {
  readonly title: string
  readonly bytes: Buffer
  /** The original stays with its author: the place is one that no reader can be told to skip. */
  readonly isKeptFromOthers?: boolean
}

/** Files with the secret in each of these places. */
export function marked(kind: string, places: Readonly<Record<string, Buffer>>): MarkedFile[] {
  return Object.entries(places).map(([place, bytes]) => ({ title: `${kind}: ${place}`, bytes }))
}

/** The same, of originals that stay with their author. */
export function unvouched(kind: string, places: Readonly<Record<string, Buffer>>): MarkedFile[] {
  return marked(kind, places).map(({ title, bytes }) => ({ title, bytes, isKeptFromOthers: true }))
}
