/** What separates the labels of a host name, also as IDNA reads it (UTS 46, section 2.3). */
const dotBeforeLabel = /(?<=\S)[.\u3002\uFF0E\uFF61](?=[\p{L}\p{M}]{2})/gu
const colonOfScheme = /:(?=[/\\])/g
const wordWithAddress = /\S*(?::[/\\]|www\.)\S*/giu

/**
 * A text that mail programs do not turn into a link: they link any `scheme://`, `www.` and dotted name, and organisers
 * write titles, places and messages. A space after the dot or the colon keeps the text readable; it does not refuse
 * an address, because the place of an online event may be one.
 */
export function unlinked(text: string): string {
  return text.replaceAll(colonOfScheme, ': ').replaceAll(dotBeforeLabel, '$& ')
}

/** The same for a subject, in which no address of a website stands: a word that holds one becomes […]. */
export function subjectWithoutAddress(text: string): string {
  return unlinked(text.replaceAll(wordWithAddress, '[…]'))
}
