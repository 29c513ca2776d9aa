/** Whether a file of the queue is a video, and not a photo. @param file with its MIME type */
export function isVideo(file: { readonly type: string }): boolean {
  return file.type.startsWith('video/')
}
