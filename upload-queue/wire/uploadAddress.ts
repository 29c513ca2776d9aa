import { uploadEndpoints } from '#domain/upload/upload.endpoints.ts'

const base = '/api'

/** Path of an event's uploads: POST creates one there. */
export function uploadsPath(evenementId: number): string {
  return base + uploadEndpoints.create.path.replace(':id', String(evenementId))
}

/** Path that says what became of client upload ids. */
export function reconcilePath(evenementId: number): string {
  return base + uploadEndpoints.reconcile.path.replace(':id', String(evenementId))
}

/**
 * An upload's address as a path of our own server, below its event; anything else is refused, for the grant goes there.
 * @param location as the server gave it, absolute or relative
 */
export function uploadPathOf(
  location: string | null,
  { origin, evenementId }: { origin: string; evenementId: number },
): string | null {
  if (location === null) return null
  const below = uploadsPath(evenementId)
  const url = URL.canParse(location, origin + below) ? new URL(location, origin + below) : null
  if (url?.origin !== origin || !url.pathname.startsWith(`${below}/`)) return null
  return url.pathname
}
