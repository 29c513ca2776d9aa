/**
 * The start of a text, at most `max` UTF-16 units. An emoji has two of them: when only its first one has room, the
 * text ends before it.
 */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/\p{Cs}$/u, '')
}

/**
 * A file name of at most `maxBytes` in UTF-8: file systems take 255. It keeps its extension, by which a system chooses
 * the program.
 */
export function cutFileName(name: string, maxBytes: number): string {
  const extension = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? ''
  let cut = name
  for (let units = Math.min(name.length, maxBytes); bytesOf(cut) > maxBytes; units -= 1)
    cut = cutText(name, units - extension.length) + extension
  return cut
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
