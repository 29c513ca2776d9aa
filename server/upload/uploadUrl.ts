import { uploadEndpoints } from '#domain/upload/upload.endpoints.ts'
import type { UploadRow } from '../database/tables/medias.ts'

const { path } = uploadEndpoints.head
const pattern = new RegExp(`^/api${path.replace(':id', String.raw`\d+`).replace(':uploadId', '[^/?]+')}$`)

/** The URL of one upload on this host, with its event. */
export function uploadUrl({ id, evenementId }: Pick<UploadRow, 'id' | 'evenementId'>): string {
  return `/api${path.replace(':id', String(evenementId)).replace(':uploadId', id)}`
}

/** Whether a URL of a request, which has no query, is that of one upload. */
export function isUploadUrl(url: string): boolean {
  return pattern.test(url)
}
