import { hourMs } from '#domain/contract/durations.ts'

/** Largest media, in bytes: 100 Mo of 1024 x 1024, accepted; one more is refused (product 20). */
export const uploadMaxBytes = 104_857_600

/** Bytes in 1 Mo as shown on screen (product 20). */
export const bytesPerMo = 1024 * 1024

/** Accepted MIME types, detected by magic bytes and never by file name. */
export const mediaMimeTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'video/mp4',
  'video/quicktime',
  'video/webm',
] as const
export type MediaMimeType = (typeof mediaMimeTypes)[number]

/** Largest image, in pixels: JPEG shrinks on load, others are decoded whole. */
export const imageMaxPixels = { jpeg: 250_000_000, other: 100_000_000 } as const

/** Longest side of an image, in pixels. */
export const imageMaxSide = 30_000

/** Life of an upload grant, in milliseconds: 72 h, renewed below half. */
export const grantLifeMs = 72 * hourMs

/** Photos of a planned event may be staged on the phone this long before dateDebut, in milliseconds (product 23). */
export const stagingLeadMs = 12 * hourMs
