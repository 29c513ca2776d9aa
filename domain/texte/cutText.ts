/**
 * The start of a text, at most `max` UTF-16 units. An emoji has two of them: when only its first one has room, the
 * text ends before it.
 */
export function cutText(text: string, max: number): string {
  return text.slice(0, max).replace(/\p{Cs}$/u, '')
}
