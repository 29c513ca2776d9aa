/** Whether a photo or video is a video. @param file with its MIME type */
export function isVideo(file: { readonly type: string }): boolean {
  return file.type.startsWith('video/')
}
