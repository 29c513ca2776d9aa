/** U+202F: before ; ! ? and inside « », as French printers set them. */
const narrow = '\u202F'

const noBreak = '\u00A0'

const noBreakHyphen = '\u2011'

/** Results for sentences that were set before: a page shows the same ones at every rendering. */
const knownResults = new Map<string, string>()
const maxResults = 1000

/**
 * French no-break spaces, added once, on display: narrow before ; : ! ? % », after « and between thousands; a full one
 * between a number and its unit. « Demandez-en » and « e-mail » do not break at their hyphen. Words never change
 * (product 36), so a test compares through this same function.
 * @param text a sentence with ordinary spaces
 */
export function typographie(text: string): string {
  const known = knownResults.get(text)
  if (known !== undefined) return known
  const result = withNoBreakSpaces(text)
  if (knownResults.size === maxResults) knownResults.clear()
  knownResults.set(text, result)
  return result
}

function withNoBreakSpaces(text: string): string {
  return text
    .replaceAll(/ ([;:!?%»])/g, `${narrow}$1`)
    .replaceAll('« ', `«${narrow}`)
    .replaceAll(/(\d) (?=\d{3}(?!\d))/g, `$1${narrow}`)
    .replaceAll(/(\d) (?=(?:h|min|s|j|o|ko|Mo|Go|€)(?![\p{L}\d]))/gu, `$1${noBreak}`)
    .replaceAll(
      /(?<=\p{L})-(?=(?:en|y)(?!\p{L}))|(?<=(?<![\p{L}\p{N}@._-])[Ee])-(?=mails?(?![\p{L}\p{N}@-]|\.\p{L}))/gu,
      noBreakHyphen,
    )
}
