import { roles, type Role } from '#domain/utilisateur/utilisateur.ts'

const sessionKey = 'eclats.session'
const identityKey = 'eclats.identite'
/** Answers of the server that a reload of this tab shows at once (sessionQueries.ts). */
export const answersKey = 'eclats.session.requetes'
/** Unsent input of a visitor of this tab (draftStore.ts). */
export const visitorDraftKey = 'eclats.brouillon.visiteur'
const guestLeftKey = 'eclats.session.inviteParti'

interface Stored {
  token: string
  nom: string
  prenom: string
}
/** Identity remembered on the device: no credential (product 5). */
interface Identity {
  id: number
  prenom: string
  nom: string
  role: Role
  invite: boolean
}

/** Token and names of this tab (specification, section 4), or null. */
export function readStored(): Stored | null {
  const stored = read(sessionStorage, sessionKey) as Partial<Stored> | null
  if (typeof stored?.token !== 'string') return null
  return { token: stored.token, nom: stored.nom ?? '', prenom: stored.prenom ?? '' }
}

/** Stores token and names in this tab, and deletes what a visitor left in it. */
export function storeSession({ token, nom, prenom }: Stored): void {
  write(sessionStorage, sessionKey, { token, nom, prenom })
  drop(sessionStorage, guestLeftKey)
  drop(sessionStorage, visitorDraftKey)
}

/** Notes in this tab, until the next sign-in, that the session of its guest has ended without a logout. */
export function noteGuestLeft(): void {
  write(sessionStorage, guestLeftKey, true)
}

/** Whether the last session of this tab was that of a guest, who has no password, and ended without a logout. */
export function hasGuestLeft(): boolean {
  return read(sessionStorage, guestLeftKey) === true
}

/** The remembered identity on this device, or null. */
export function readIdentity(): Identity | null {
  const identity = read(localStorage, identityKey) as Partial<Identity> | null
  const role = roles.find((known) => known === identity?.role)
  if (typeof identity?.id !== 'number' || role === undefined) return null
  return {
    id: identity.id,
    prenom: identity.prenom ?? '',
    nom: identity.nom ?? '',
    role,
    invite: identity.invite === true,
  }
}

/** Remembers a person on this device; null forgets them. */
export function storeIdentity(person: Identity | null): void {
  if (person === null) drop(localStorage, identityKey)
  else {
    const { id, prenom, nom, role, invite } = person
    write(localStorage, identityKey, { id, prenom, nom, role, invite })
  }
}

/** @param keepsIdentity the remembered identity is not the one of this tab */
export function forgetSession({ keepsIdentity = false } = {}): void {
  drop(sessionStorage, sessionKey)
  drop(sessionStorage, answersKey)
  if (!keepsIdentity) drop(localStorage, identityKey)
}

function read(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // With a full or forbidden storage, the next reload requires a login.
  }
}

function drop(storage: Storage, key: string): void {
  try {
    storage.removeItem(key)
  } catch {
    // Nothing was stored there either.
  }
}
