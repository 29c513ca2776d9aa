import type { GaleriePour, StatutEvenement, Visibilite } from '#domain/evenement/evenement.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { StatutMedia } from '#domain/media/media.ts'
import type { MediaRow, UploadRow } from '#server/database/tables/medias.ts'
import type { Plan } from '#domain/abonnement/abonnement.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { isoFromNow, nowIso } from '#server/clock.ts'
import type { ConsentementRow } from '#server/database/tables/people.ts'
import type { EvenementRow, InscriptionRow, InvitationRow } from '#server/database/tables/evenements.ts'
import { insertInvitation } from '#server/invitation/invitation.repository.ts'
import { secretHash } from '#server/secrets/secretHash.ts'
import { newSecret } from '#server/secrets/secrets.ts'
import type { StatutInvitation } from '#domain/invitation/invitation.ts'
import { insertConsentement } from '#server/consentement/consentement.repository.ts'
import { insertEvenement } from '#server/evenement/evenement.repository.ts'
import { insertInscription } from '#server/inscription/inscription.repository.ts'
import { openSession } from '#server/session/session.usecases.ts'
import { hashPassword } from '#server/utilisateur/passwordHash.ts'
import { insertUtilisateur, updateUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import type { Parts } from '#server/parts.ts'

interface WithParts {
  readonly parts: Parts
}

const day = 86_400_000
let count = 0

export const motDePasseDeTest = 'Souvenirs2026!'

let shared: string | undefined
async function motDePasseHash(): Promise<string> {
  const hash = shared ?? (await hashPassword(motDePasseDeTest))
  shared = hash
  return hash
}

export interface PersonneDeTest {
  id: number
  email: string
  nom: string
  prenom: string
  role: Role
  token: string
}

/** Creates a confirmed account with an open session. */
export async function unUtilisateur(
  { parts }: WithParts,
  input: { role?: Role; email?: string; prenom?: string; nom?: string; confirme?: boolean; actif?: boolean } = {},
): Promise<PersonneDeTest> {
  count += 1
  const { role = 'PARTICIPANT', email = `personne${count}@eclats.test`, prenom = 'Lea', nom = 'Martin' } = input
  const now = nowIso(parts.clock)
  const row = await insertUtilisateur(parts.database, {
    email,
    prenom,
    nom,
    role,
    motDePasse: await motDePasseHash(),
    statutActif: 1,
    emailConfirmeLe: input.confirme === false ? null : now,
    emailEnAttente: null,
    dateCreation: now,
    derniereActivite: now,
    archiveLe: null,
  })
  if (!row) throw new Error(`${email} exists`)
  const { token } = await openSession(parts, { utilisateur: row, seSouvenir: false })
  if (input.actif === false) await updateUtilisateur(parts.database, row.id, { statutActif: 0 })
  return { id: row.id, email, nom, prenom, role, token }
}

export function unOrganisateur(server: WithParts, input: { email?: string; prenom?: string } = {}) {
  return unUtilisateur(server, { role: 'ORGANISATEUR', prenom: 'Claire', nom: 'Durand', ...input })
}

export function unAdministrateur(server: WithParts) {
  return unUtilisateur(server, { role: 'ADMINISTRATEUR', prenom: 'Alix', nom: 'Berger' })
}

const grantedByTest = { fournisseur: 'test', reference: null, client: null }

/** Sets an organiser's plan; FREEMIUM without one. */
export async function unAbonnement(
  { parts }: WithParts,
  utilisateurId: number,
  plan: Plan,
  provider: { fournisseur: string; reference: string | null; client: string | null } = grantedByTest,
): Promise<void> {
  const row = { utilisateurId, plan, statut: 'ACTIF' as const, dateDebut: nowIso(parts.clock) }
  await parts.database
    .insertInto('abonnement')
    .values({ ...row, ...provider, dateExpiration: null })
    .execute()
}

/** Creates an event, running now by default. */
export function unEvenement(
  { parts }: WithParts,
  input: { createurId: number; statut?: StatutEvenement; visibilite?: Visibilite; capaciteMax?: number | null } & {
    titre?: string
    description?: string
    lieu?: string
    dateDebut?: string
    dateFin?: string
    fuseau?: string
    galeriePour?: GaleriePour
  },
): Promise<EvenementRow> {
  const statut = input.statut ?? 'EN_COURS'
  const fromDays = { PLANIFIE: 1, EN_COURS: -1, TERMINE: -3, ANNULE: 1 }[statut]
  return insertEvenement(parts.database, {
    createurId: input.createurId,
    titre: input.titre ?? 'Mariage de Lea et Karim',
    description: input.description ?? 'Une fête au bord du lac',
    lieu: input.lieu ?? 'Annecy',
    statut,
    statutManuel: 0,
    visibilite: input.visibilite ?? 'PRIVE',
    capaciteMax: input.capaciteMax ?? null,
    dateDebut: input.dateDebut ?? isoFromNow(parts.clock, fromDays * day),
    dateFin: input.dateFin ?? isoFromNow(parts.clock, (fromDays + 2) * day),
    fuseau: input.fuseau ?? 'Europe/Paris',
    galeriePour: input.galeriePour ?? 'PENDANT',
    dateCreation: nowIso(parts.clock),
  })
}

/** Creates a registration, VALIDE by default. */
export async function uneInscription(
  { parts }: WithParts,
  input: { evenementId: number; utilisateurId: number; statut?: StatutInscription },
): Promise<InscriptionRow> {
  const row = await insertInscription(parts.database, {
    evenementId: input.evenementId,
    utilisateurId: input.utilisateurId,
    statutInscription: input.statut ?? 'VALIDE',
    typeParticipation: 'SUR_PLACE',
    dateInscription: nowIso(parts.clock),
    decideLe: null,
  })
  if (!row) throw new Error('registered already')
  return row
}

/** Creates a valid consent to the current text. */
export function unConsentement({ parts }: WithParts, utilisateurId: number): Promise<ConsentementRow> {
  return insertConsentement(parts.database, {
    utilisateurId,
    consentementDonne: 1,
    versionRGPD,
    texteHash: 'test',
    origine: 'test',
    dateConsentement: nowIso(parts.clock),
    dateExpiration: isoFromNow(parts.clock, 365 * day),
    statut: 'ACTIF',
    revoqueLe: null,
  })
}

/** Creates an invitation sent now, open by default; `token` is the secret of the mailed link. */
export async function uneInvitation(
  { parts }: WithParts,
  input: { evenementId: number; invite: PersonneDeTest; email?: string; statut?: StatutInvitation; revoquee?: boolean },
): Promise<InvitationRow & { token: string }> {
  const token = newSecret()
  const row = await insertInvitation(parts.database, {
    evenementId: input.evenementId,
    email: input.email ?? input.invite.email,
    utilisateurId: input.invite.id,
    tokenHash: secretHash(token),
    statut: input.statut ?? 'EN_ATTENTE',
    dateEnvoi: nowIso(parts.clock),
    reponduLe: null,
    revoqueLe: input.revoquee ? nowIso(parts.clock) : null,
  })
  if (!row) throw new Error('invited already')
  return { ...row, token }
}

/** Creates the row of a media without a file. */
export async function unMedia(
  { parts }: WithParts,
  input: { evenementId: number; auteurId: number; statut?: StatutMedia; favori?: boolean },
): Promise<MediaRow> {
  count += 1
  const now = nowIso(parts.clock)
  return parts.database
    .insertInto('media')
    .values({
      evenementId: input.evenementId,
      auteurId: input.auteurId,
      type: 'IMAGE',
      mime: 'image/jpeg',
      taille: 1000,
      sha256: `sha-${count}`,
      sourceSha256: null,
      crc32: 0,
      crc32Masque: 0,
      plagesMasquees: '[]',
      fichier: `fichier-${count}`,
      nomOriginal: 'photo.jpg',
      statut: input.statut ?? 'EN_ATTENTE',
      raison: null,
      favori: input.favori ? 1 : 0,
      largeur: 1600,
      hauteur: 1200,
      dureeMs: null,
      datePrise: now,
      dateDepot: now,
      dateValidation: null,
      decideParId: null,
      thumbhash: null,
      variantesEtat: 'FAITES',
      variantesBail: null,
      consentementId: null,
      clientUploadId: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Creates the row of an unfinished upload without a file. */
export function unUpload(
  { parts }: WithParts,
  input: { evenementId: number; utilisateurId: number },
): Promise<UploadRow> {
  count += 1
  const now = nowIso(parts.clock)
  return parts.database
    .insertInto('upload')
    .values({
      id: `envoi-de-test-numero-${count}`,
      clientUploadId: `client-${count}`,
      utilisateurId: input.utilisateurId,
      evenementId: input.evenementId,
      taille: 10,
      decalage: 5,
      etat: 'OUVERT',
      fichierTemporaire: `partiel-${count}`,
      nom: 'photo.jpg',
      mime: 'image/jpeg',
      datePrise: null,
      sha256: null,
      sourceSha256: null,
      mediaId: null,
      creeLe: now,
      toucheLe: now,
      erreurCode: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
