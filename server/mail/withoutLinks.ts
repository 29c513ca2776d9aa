/** Separators of host name labels, including those that IDNA maps to a dot (UTS 46, section 2.3). */
const dotBeforeLabel = /(?<=\S)[.\u3002\uFF0E\uFF61](?=[\p{L}\p{M}]{2})/gu
const colonOfScheme = /:(?=[/\\])/g
const wordWithAddress = /\S*(?::[/\\]|www\.)\S*/giu

/**
 * Prevents mail clients from turning text into links: they link any `scheme://`, `www.` and dotted name, and
 * organisers write titles, places and messages. Inserts a space after the dot or colon, which keeps the text readable:
 * the place of an online event may be a URL.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll(colonOfScheme, ': ').replaceAll(dotBeforeLabel, '$& ')
}

/** The same for a subject, where a word with a website address becomes […]. */
export function subjectWithoutAddress(text: string): string {
  return withoutLinks(text.replaceAll(wordWithAddress, '[…]'))
}
