import { roles, type Role } from '#domain/utilisateur/utilisateur.ts'
import { readJson, writeJson } from '#src/ui/storedJson.ts'

const sessionKey = 'eclats.session'
const identityKey = 'eclats.identite'
/** Answers of the server that a reload of this tab shows at once (sessionQueries.ts). */
export const answersKey = 'eclats.session.requetes'
/** The last logout of the person before this tab's session (logouts.ts). */
export const logoutBeforeKey = 'eclats.session.deconnexion'
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
  const stored = readJson('sessionStorage', sessionKey) as Partial<Stored> | null
  if (typeof stored?.token !== 'string') return null
  return { token: stored.token, nom: stored.nom ?? '', prenom: stored.prenom ?? '' }
}

/** Stores token and names in this tab, and deletes what a visitor left in it. */
export function storeSession({ token, nom, prenom }: Stored): void {
  writeJson('sessionStorage', sessionKey, { token, nom, prenom })
  writeJson('sessionStorage', guestLeftKey, null)
  writeJson('sessionStorage', visitorDraftKey, null)
}

/** Notes in this tab, until the next sign-in, that the session of its guest has ended without a logout. */
export function noteGuestLeft(): void {
  writeJson('sessionStorage', guestLeftKey, true)
}

/** Whether the last session of this tab was that of a guest, who has no password, and ended without a logout. */
export function hasGuestLeft(): boolean {
  return readJson('sessionStorage', guestLeftKey) === true
}

/** The remembered identity on this device, or null. */
export function readIdentity(): Identity | null {
  const identity = readJson('localStorage', identityKey) as Partial<Identity> | null
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
  if (person === null) writeJson('localStorage', identityKey, null)
  else {
    const { id, prenom, nom, role, invite } = person
    writeJson('localStorage', identityKey, { id, prenom, nom, role, invite })
  }
}

/** @param keepsIdentity the remembered identity is not the one of this tab */
export function forgetSession({ keepsIdentity = false } = {}): void {
  for (const key of [sessionKey, answersKey, logoutBeforeKey]) writeJson('sessionStorage', key, null)
  if (!keepsIdentity) writeJson('localStorage', identityKey, null)
}
