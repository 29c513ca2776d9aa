/** Asks the picture worker for a small picture of a photo, so many pixels wide. */
export interface PictureRequest {
  readonly id: number
  readonly photo: Blob
  readonly width: number
}

export type PictureReply =
  | { readonly id: number; readonly bitmap: ImageBitmap }
  | { readonly id: number; readonly error: string }
