/** Owner of the photos of a guest whom the server does not know yet: the key of their entry on this device. */
export type LocalOwner = `local:${string}`

/** Owner of an item: a person of the server by id, or a {@link LocalOwner}. */
export type OwnerId = number | LocalOwner

const prefix = 'local:'

/** The owner of photos chosen before the server knows the guest. @param key key of the entry (guestEntry.ts) */
export function localOwner(key: string): LocalOwner {
  return `${prefix}${key}`
}

/** The key of an owner's entry. */
export function entryKeyOf(owner: LocalOwner): string {
  return owner.slice(prefix.length)
}

/** Whether only the guest's entry can continue the owner's photos: the server knows no person for a grant. */
export function isLocalOwner(ownerId: number | string): ownerId is LocalOwner {
  return typeof ownerId === 'string' && ownerId.startsWith(prefix)
}
