import { uploadEndpoints } from '#domain/upload/upload.endpoints.ts'

const base = '/api'

/** Path of an event's uploads; POST creates one. */
export function uploadsPath(evenementId: number): string {
  return base + uploadEndpoints.create.path.replace(':id', String(evenementId))
}

/** Path that returns the state of client upload ids. */
export function reconcilePath(evenementId: number): string {
  return base + uploadEndpoints.reconcile.path.replace(':id', String(evenementId))
}

/**
 * An upload's address as a path of our server below its event. Any other address is rejected, because the grant is sent
 * to it.
 * @param location absolute or relative, from the server
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
