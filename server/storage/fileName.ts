/** The random name of a stored file; it contains no information about the file or its owner. */
export type FileName = string

const namePattern = /^[\w-][\w.-]*$/

/**
 * Name of the file that holds the identity of a storage, beside the media files. Its dot keeps it out of all lists, also
 * those of nodes of an earlier version.
 */
export const identityName = '.stockage'

/** Whether a name may be one of ours; other files in the storage are ignored. */
export function isFileName(name: string): boolean {
  return namePattern.test(name)
}

/** Names come from our database; this prevents a path traversal if it is damaged. */
export function checkedName(name: string): string {
  if (!isFileName(name)) throw new Error('illegal file name')
  return name
}
