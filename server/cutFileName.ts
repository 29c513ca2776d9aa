import { cutText } from '#domain/texte/cutText.ts'

/**
 * A file name of at most `maxBytes` in UTF-8: file systems take 255. It keeps its extension, by which a system chooses
 * the program.
 */
export function cutFileName(name: string, maxBytes: number): string {
  const extension = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? ''
  let cut = name
  for (let units = Math.min(name.length, maxBytes); Buffer.byteLength(cut) > maxBytes; units -= 1)
    cut = cutText(name, units - extension.length) + extension
  return cut
}
