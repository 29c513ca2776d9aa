/**
 * Crockford's base 32: no letter looks like a digit. Eight of its 32 symbols are 40 bits.
 * @see https://www.crockford.com/base32.html
 */
export const alphabetCourt = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8
const wellFormed = new RegExp(`^[${alphabetCourt}]{${length}}$`)

/** Whether a code is a short one, as {@link readCodeCourt} returns it. */
export function isCodeCourt(code: string): boolean {
  return wellFormed.test(code)
}

/**
 * Reads a short code as people type it: case, dashes and spaces do not count, and O, I, L are read as the digits that
 * they look like.
 * @returns its eight symbols; null for any other text
 */
export function readCodeCourt(typed: string): string | null {
  const read = typed.toUpperCase().replaceAll(/[-\s]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return isCodeCourt(read) ? read : null
}

/** A short code as it is printed: "7K3M-9QXA". */
export function writeCodeCourt(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
