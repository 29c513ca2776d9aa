import { randomUUID } from 'node:crypto'
import { checkedName, type FileName, identityName, isFileName } from '../fileName.ts'

/** Begin the keys of files, parts of unfinished files, variants, files that were set aside, and last exports. */
export const shelves = {
  files: 'medias/',
  parts: 'recus/',
  variants: 'apercus/',
  aside: 'quarantaine/',
  exports: 'exports/',
} as const

export const identityKey = shelves.files + identityName

/** Key of a file. */
export function objectKey(name: FileName): string {
  return shelves.files + checkedName(name)
}

/** Begins the keys of all parts of an unfinished file. */
export function partsOf(name: FileName): string {
  return `${shelves.parts}${checkedName(name)}/`
}

/** A new key for bytes up to a position. */
export function partKey(name: FileName, end: number): string {
  return `${partsOf(name)}${end}-${randomUUID()}`
}

/** Begins the keys of all variants of a file. */
export function variantsOf(name: FileName): string {
  return `${shelves.variants}${checkedName(name)}/`
}

/** Key of a variant of a file. */
export function variantKey(name: FileName, variant: string): string {
  return variantsOf(name) + checkedName(variant)
}

/** The name of the file that an object of a shelf belongs to; null for a foreign object. */
export function nameOf(key: string, shelf: string): FileName | null {
  const [name = ''] = key.slice(shelf.length).split('/')
  return isFileName(name) ? name : null
}
