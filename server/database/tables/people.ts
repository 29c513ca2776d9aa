import type { Generated, Selectable } from 'kysely'
import type { Plan, PlanPayant, StatutAbonnement } from '#domain/abonnement/abonnement.ts'
import type { StatutConsentement } from '#domain/consentement/consentement.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'

export interface UtilisateurTable {
  id: Generated<number>
  /** Normalised: trimmed and lower case. */
  email: string
  emailConfirmeLe: string | null
  /** A new address waits here until it is confirmed. */
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
  /** How many warnings of the coming archive were mailed since `derniereActivite` (product 31). */
  avertissements: Generated<number>
  /** 1: notices also come by mail (product 32). */
  avisCourriel: Generated<0 | 1>
  /** The person is gone; the row stays without a word about them, for what names it. */
  effaceLe: string | null
  /** Since when a login asks for a passkey or a code beside the password; null: it does not. */
  cleExigeeLe: string | null
}
export type UtilisateurRow = Selectable<UtilisateurTable>

export interface SessionTable {
  jti: string
  utilisateurId: number
  /** Family of the refresh cookie this session was renewed by; null without "Se souvenir de moi". */
  famille: string | null
  /** When the person last gave the password: some calls need a young login (product 7). */
  connecteLe: string
  creeLe: string
  expire: string
  finLe: string | null
}

/** A device where a person is signed in: one login and its renewals. The row goes when the device is signed out. */
export interface AppareilTable {
  /** The family of its refresh cookie; the jti of its one session without "Se souvenir de moi". */
  id: string
  utilisateurId: number
  /** Browser and system in words; empty when they are not known. */
  nom: string
  /** When the person gave the password there. */
  connecteLe: string
  /** When it was used last, within some minutes. */
  utiliseLe: string
  /** When it is signed out at the latest, if it is not used before. */
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
  /** 1: given in a cookie with the `__Host-` prefix, and taken from no other. */
  prefixe: Generated<0 | 1>
}

/** A person's authenticator app (TOTP, RFC 6238). */
export interface SecondFacteurTable {
  id: Generated<number>
  utilisateurId: number
  /** Sealed with a key of the data folder, see sealedSecret.ts. */
  secret: string
  creeLe: string
  /** When a first code proved it; null while no login asks for it. */
  activeLe: string | null
  /** The time step of the last code that was taken. */
  dernierPas: number
}

/** Single-use codes that take the place of an authenticator app. */
export interface CodeSecoursTable {
  id: Generated<number>
  utilisateurId: number
  hash: string
  utiliseLe: string | null
}

/** A person's passkey (WebAuthn). */
export interface CleAccesTable {
  id: Generated<number>
  utilisateurId: number
  /** As the authenticator names it, base64url. */
  credentialId: string
  /** COSE_Key (RFC 9052), base64url. */
  clePublique: string
  /** Signature counter of the last use; an authenticator that does not count sends 0. */
  compteur: number
  /** Ways to reach the authenticator, separated by spaces. */
  transports: string
  /** Browser and system where it was added; empty when they are not known. */
  nom: string
  creeLe: string
  utiliseLe: string | null
}
export type CleAccesRow = Selectable<CleAccesTable>

/** A challenge that an authenticator is to sign, once. */
export interface DefiTable {
  /** Of the secret by which the page that asked names it. */
  hash: string
  /** Base64url. */
  challenge: string
  /** Who adds a passkey with it; null for a login. */
  utilisateurId: number | null
  expire: string
}

/** Single-use secrets of mailed links. */
export interface JetonTable {
  hash: string
  genre: 'CONFIRMATION' | 'REINITIALISATION' | 'RESTAURATION' | 'EXPORT'
  utilisateurId: number
  /** The address the link was sent to; opening it proves that address alone. */
  email: string
  creeLe: string
  expire: string
  utiliseLe: string | null
}

/** Somebody asked for a new password; whether an account has this address is looked up later, by nobody's request. */
export interface DemandeReinitialisationTable {
  id: Generated<number>
  /** Normalised. */
  email: string
  creeLe: string
}

/** One counted attempt under a key such as `login:<account>`: what the rate limits count. */
export interface TentativeTable {
  id: Generated<number>
  cle: string
  instant: string
  /** The network or the known device that it came from, where a limit counts by both; null elsewhere. */
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
  /** When its person was told that it ends soon. */
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
  /** Who takes the payment. */
  fournisseur: string
  /** Its name at the provider; null for one that was given. */
  reference: string | null
  /** The organiser's name at the provider. */
  client: string | null
  /** 1: a new period follows at dateExpiration. */
  renouvele: Generated<0 | 1>
}
export type AbonnementRow = Selectable<AbonnementTable>

/** Messages of the payment provider that were taken, each once. */
export interface AvisPaiementTable {
  id: Generated<number>
  /** The provider's own name of the message. */
  avis: string
  /** Of the subscription it is about. */
  reference: string
  recuLe: string
}

/** What the demonstration provider knows; a real one keeps such a table on its own machines. */
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
  /** No foreign key: the request outlives the account it erased. */
  utilisateurId: number
  demandeLe: string
  /** The last export, kept while its link lives. */
  fichierExport: string | null
  lienHash: string | null
  lienExpire: string | null
  effaceLe: string | null
  /** The message that holds the link; its address goes with the link. */
  courrielId: number | null
}
