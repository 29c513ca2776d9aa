/** Asks the picture worker for a version of a photo that is `width` pixels wide. */
export interface PictureRequest {
  readonly id: number
  readonly photo: Blob
  readonly width: number
}

export type PictureReply =
  | { readonly id: number; readonly bitmap: ImageBitmap }
  | { readonly id: number; readonly error: string }
