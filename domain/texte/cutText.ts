/**
 * The start of a text, at most `max` UTF-16 units. An emoji has two of them: when only its first one has room, the
 * text ends before it.
 */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/\p{Cs}$/u, '')
}

/** A file name of at most `max` UTF-16 units. It keeps its extension, by which a system chooses the program. */
export function cutFileName(name: string, max: number): string {
  if (name.length <= max) return name
  const extension = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? ''
  return cutText(name, max - extension.length) + extension
}
