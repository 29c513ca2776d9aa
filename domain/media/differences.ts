import * as v from 'valibot'

/** A difference from 0 to 33 is one of the characters from ":" to "["; any other is a decimal number and a space. */
const [first, last] = [':'.charCodeAt(0), '['.charCodeAt(0)]

/** Whole numbers as one text, as `differencesOf` writes it. */
export const differencesSchema = v.pipe(v.string(), v.regex(/^(?:[:-[]|-?\d+ )*$/))

/**
 * Whole numbers as text, each as its difference to the one before; numbers that mostly grow by little take one
 * character each, which compresses to less than digits and spaces do.
 */
export function differencesOf(values: readonly number[]): string {
  let [text, before] = ['', 0]
  for (const value of values) {
    const code = first + value - before
    text += code >= first && code <= last ? String.fromCharCode(code) : `${value - before} `
    before = value
  }
  return text
}

/**
 * The numbers that `differencesOf` made a text of, or an app before it, with spaces alone between differences, which
 * phones have kept.
 * @param text as its schema takes it; any other gives numbers of no meaning
 */
export function sumsOf(text: string): number[] {
  const sums: number[] = []
  let [at, sum] = [0, 0]
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const space = code >= first ? at : text.indexOf(' ', at)
    const end = space < 0 ? text.length : space
    sum += code >= first ? code - first : Number(text.slice(at, end))
    sums.push(sum)
    at = end + 1
  }
  return sums
}
