import type { Generated, Selectable } from 'kysely'
import type { Plan, PlanPayant, StatutAbonnement } from '#domain/abonnement/abonnement.ts'
import type { StatutConsentement } from '#domain/consentement/consentement.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'

export interface UtilisateurTable {
  id: Generated<number>
  /** Normalized: trimmed and lower case. Null for a guest. */
  email: string | null
  emailConfirmeLe: string | null
  /** A new address that is not confirmed yet. */
  emailEnAttente: string | null
  /** An argon2id hash. */
  motDePasse: string
  nom: string
  prenom: string
  role: Role
  statutActif: 0 | 1
  dateCreation: string
  derniereActivite: string
  archiveLe: string | null
  /** Number of archive warnings mailed since `derniereActivite` (product 31). */
  avertissements: Generated<number>
  /** 1: notifications are also sent by mail (product 32). */
  avisCourriel: Generated<0 | 1>
  /** When the person was erased. The row stays without personal data, because other rows reference it. */
  effaceLe: string | null
  /** Since when a login requires a passkey or a code in addition to the password; null: it does not. */
  cleExigeeLe: string | null
  /** 1: a guest, who entered an event by a link with a first name alone. */
  invite: Generated<0 | 1>
  /** The account that has taken over everything of this guest; null when there is none. */
  fusionneDansId: Generated<number | null>
}
export type UtilisateurRow = Selectable<UtilisateurTable>
/** A person with an address: not a guest. */
export type UtilisateurAvecEmail = UtilisateurRow & { readonly email: string }

/** The secret of the phone that created a guest, so that a retry gives the same guest. */
export interface CleInviteTable {
  hash: string
  utilisateurId: number
  creeLe: string
  /** When it stopped opening a session: the guest was signed out, blocked or erased. */
  fermeeLe: string | null
}

export interface SessionTable {
  jti: string
  utilisateurId: number
  /** Family of the refresh cookie; null without "Se souvenir de moi". */
  famille: string | null
  /** When the person last entered the password: some endpoints require a recent login (product 7). */
  connecteLe: string
  creeLe: string
  expire: string
  finLe: string | null
  /** Hash of the refresh secret returned with it, until a use proves that the device has kept it; null without one. */
  refreshHash: Generated<string | null>
}

/** A signed-in device: one login and its renewals. The row is deleted when the device is signed out. */
export interface AppareilTable {
  /** The family of its refresh cookie; without "Se souvenir de moi" the jti of its session. */
  id: string
  utilisateurId: number
  /** Browser and system in French; empty when unknown. */
  nom: string
  connecteLe: string
  /** Last use, accurate to 15 minutes. */
  utiliseLe: string
  /** When it is signed out without further use. */
  expire: string
}
export type AppareilRow = Selectable<AppareilTable>

export interface RefreshTokenTable {
  hash: string
  famille: string
  utilisateurId: number
  creeLe: string
  expire: string
  connecteLe: string
  utiliseLe: string | null
  revoqueLe: string | null
  /** 1: set in a cookie with the `__Host-` prefix, and only accepted from such a cookie. */
  prefixe: Generated<0 | 1>
  /** 0 until a use of a session that was returned with it proves that the device has kept it. */
  recu: Generated<0 | 1>
}

/** A person's authenticator app (TOTP, RFC 6238). */
export interface SecondFacteurTable {
  id: Generated<number>
  utilisateurId: number
  /** Encrypted with a key of the data folder, see sealedSecret.ts. */
  secret: string
  creeLe: string
  /** When the first code confirmed it; until then logins do not require it. */
  activeLe: string | null
  /** The time step of the last accepted code. */
  dernierPas: number
}

/** Single-use recovery codes, accepted in place of an authenticator code. */
export interface CodeSecoursTable {
  id: Generated<number>
  utilisateurId: number
  hash: string
  utiliseLe: string | null
}

export interface CleAccesTable {
  id: Generated<number>
  utilisateurId: number
  /** Base64url. */
  credentialId: string
  /** COSE_Key (RFC 9052), base64url. */
  clePublique: string
  /** Signature counter of the last use; an authenticator without a counter sends 0. */
  compteur: number
  /** WebAuthn transports, separated by spaces. */
  transports: string
  /** Browser and system on which it was added; empty when unknown. */
  nom: string
  creeLe: string
  utiliseLe: string | null
}
export type CleAccesRow = Selectable<CleAccesTable>

/** A single-use WebAuthn challenge. */
export interface DefiTable {
  /** Hash of the secret that identifies the challenge to the page. */
  hash: string
  /** Base64url. */
  challenge: string
  /** The person who adds a passkey with it; null for a login. */
  utilisateurId: number | null
  expire: string
}

/** Single-use secrets of mailed links, and codes for another device of a guest. */
export interface JetonTable {
  hash: string
  genre: 'CONFIRMATION' | 'REINITIALISATION' | 'RESTAURATION' | 'EXPORT' | 'REPRISE' | 'FUSION'
  utilisateurId: number
  /** The address that the link was sent to; opening it confirms only that address. Empty for a code. */
  email: string
  creeLe: string
  expire: string
  utiliseLe: string | null
}

/**
 * A request for a new password. A background job looks the account up, so that the response time does not reveal
 * whether it exists.
 */
export interface DemandeReinitialisationTable {
  id: Generated<number>
  /** Normalized. */
  email: string
  creeLe: string
}

/** One attempt under a key such as `login:<account>`, counted by the rate limits. */
export interface TentativeTable {
  id: Generated<number>
  cle: string
  instant: string
  /** The network or known device of the attempt, for limits that count by both; null elsewhere. */
  origine: string | null
}

export interface ConsentementTable {
  id: Generated<number>
  utilisateurId: number
  consentementDonne: 0 | 1
  versionRGPD: string
  texteHash: string
  origine: string
  dateConsentement: string
  dateExpiration: string
  statut: StatutConsentement
  revoqueLe: string | null
  /** When the person was reminded that it expires soon. */
  rappelLe: Generated<string | null>
}
export type ConsentementRow = Selectable<ConsentementTable>

export interface AbonnementTable {
  id: Generated<number>
  utilisateurId: number
  plan: Plan
  statut: StatutAbonnement
  dateDebut: string
  dateExpiration: string | null
  fournisseur: string
  /** Id of the subscription at the provider; null for a granted plan. */
  reference: string | null
  /** Id of the customer at the provider. */
  client: string | null
  /** 1: renewed at dateExpiration. */
  renouvele: Generated<0 | 1>
}
export type AbonnementRow = Selectable<AbonnementTable>

/** Processed messages of the payment provider, for idempotency. */
export interface AvisPaiementTable {
  id: Generated<number>
  /** Id of the message at the provider. */
  avis: string
  /** Id of the subscription at the provider. */
  reference: string
  recuLe: string
}

/** Data of the demonstration payment provider; a real provider stores it itself. */
export interface AbonnementDemonstrationTable {
  reference: string
  utilisateurId: number
  plan: PlanPayant
  dateDebut: string
  dateExpiration: string
  annuleLe: string | null
}

export interface DemandeSuppressionTable {
  id: Generated<number>
  /** No foreign key: the request outlives the erased account. */
  utilisateurId: number
  demandeLe: string
  /** The last export, kept while its link is valid. */
  fichierExport: string | null
  lienHash: string | null
  lienExpire: string | null
  /** A download has the link until then, and renews it; null: none has. */
  lienPrisJusque: string | null
  effaceLe: string | null
  /** The mail with the link; its address is deleted when the link expires. */
  courrielId: number | null
}
