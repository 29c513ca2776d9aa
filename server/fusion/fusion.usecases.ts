import { hourMs } from '#domain/contract/durations.ts'
import type { Fusion } from '#domain/utilisateur/fusion.ts'
import { prenomSeul } from '#domain/utilisateur/homonyme.ts'
import { writeAudits } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { EvenementRow, InscriptionRow } from '../database/tables/evenements.ts'
import type { JetonTable, UtilisateurAvecEmail, UtilisateurRow } from '../database/tables/people.ts'
import { findEvenement } from '../evenement/evenement.repository.ts'
import { lockEvenement } from '../evenement/places.ts'
import { networkOf } from '../http/network.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { findInscriptionOfInvite } from '../invite/invite.repository.ts'
import { publishNotified } from '../live/changes.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import type { Storage } from '../storage/storage.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { findJeton, takeJeton } from '../utilisateur/jeton.repository.ts'
import {
  findUtilisateur,
  findUtilisateurByEmail,
  lockUtilisateur,
  updateUtilisateur,
} from '../utilisateur/utilisateur.repository.ts'
import { canAbsorb } from './fusionMail.ts'
import type { Merge } from './merge.ts'
import { mergeDemandes } from './mergeDemandes.ts'
import { findRemainingPhotos, findLostTwins, mergeTwins, publishMoved, twinEntries } from './mergeMedias.ts'
import { mergeConsentements, mergeInscriptions } from './mergeParticipation.ts'
import { mergeRecus, mergeUploads } from './mergeUploads.ts'
import { moveRows } from './personColumns.ts'

/** What the routes of a fusion need. */
export interface FusionDeps extends DatabaseDeps {
  readonly medias: { readonly storage: Pick<Storage, 'size'> }
}

interface FusionOpening {
  readonly token: string
  readonly ip: string
}

const limits = { tokensPerIp: 300, windowMs: hourMs }
const invalid = 'utilisateur.fusion_invalide'

/**
 * What a mailed link would move, for the owner of the address to recognise. Changes nothing: mail filters open links.
 * @throws Problem utilisateur.fusion_invalide, utilisateur.fusion_faite, requete.trop_de_tentatives
 */
export async function readFusion(deps: DatabaseDeps, opening: FusionOpening): Promise<Fusion> {
  await countOpening(deps, opening)
  const { database } = deps
  const { guest, account, inscription } = await resolve(deps, opening.token)
  const evenement = orThrow(await findEvenement(database, inscription.evenementId), invalid)
  return fusionView(database, { guest, account, evenement })
}

/**
 * Moves everything of a guest to the account of the address, in one transaction, and ends the guest. The mailed link
 * proves the address, as for a new password; it opens no session, neither here nor on the device of the guest.
 * @throws Problem utilisateur.fusion_invalide, utilisateur.fusion_faite, inscription.annulee,
 *   requete.trop_de_tentatives
 */
export async function confirmFusion(deps: FusionDeps, opening: FusionOpening): Promise<Fusion> {
  await countOpening(deps, opening)
  const now = nowIso(deps.clock)
  const people = await resolve(deps, opening.token)
  const lost = await findLostTwins(deps.database, deps.medias.storage, idsOf(people))
  return deps.database.transaction().execute(async (database) => {
    const seen = await resolve({ ...deps, database }, opening.token)
    // Every write of a person locks the account first, then the event.
    await lockUtilisateur(database, seen.guest.id)
    await lockUtilisateur(database, seen.account.id)
    const evenement = orThrow(await lockEvenement(database, seen.inscription.evenementId), invalid)
    const { guest, account, inscription, jeton } = await resolve({ ...deps, database }, opening.token)
    if (account.id !== seen.account.id || !(await takeJeton(database, jeton.hash, now))) throw new Problem(invalid)
    const view = await fusionView(database, { guest, account, evenement })
    await merge({ ...deps, database }, { ...idsOf({ guest, account }), inscription, lost })
    return view
  })
}

function countOpening(deps: DatabaseDeps, { ip }: FusionOpening): Promise<unknown> {
  const { tokensPerIp: limit, windowMs } = limits
  return countAttempt(deps, { cle: `fusion-ip:${networkOf(ip)}`, limit, windowMs })
}

interface ResolvedFusion {
  readonly jeton: Pick<JetonTable, 'hash'>
  readonly guest: UtilisateurRow
  readonly account: UtilisateurAvecEmail
  readonly inscription: InscriptionRow
}

function idsOf({ guest, account }: Pick<ResolvedFusion, 'guest' | 'account'>): Merge {
  return { guest: guest.id, account: account.id }
}

/** Rejects a link for an address that the guest has replaced since, and a guest whom the organiser has blocked. */
async function resolve({ database, clock }: DatabaseDeps, token: string): Promise<ResolvedFusion> {
  const jeton = await findJeton(database, { secret: token, genre: 'FUSION', now: nowIso(clock) })
  if (!jeton) throw new Problem((await hasMoved(database, token)) ? 'utilisateur.fusion_faite' : invalid)
  const guest = await findUtilisateur(database, jeton.utilisateurId)
  const account = await findUtilisateurByEmail(database, jeton.email)
  const inscription = await findInscriptionOfInvite(database, jeton.utilisateurId)
  const isGuest = guest?.invite === 1 && guest.statutActif === 1 && guest.emailEnAttente === jeton.email
  if (!isGuest || !account || !canAbsorb(account)) throw new Problem(invalid)
  if (!inscription || inscription.statutInscription === 'ANNULE') throw new Problem(invalid)
  return { jeton, guest, account, inscription }
}

/** Whether a used link has moved its guest to the account of its address: people open a mailed link twice. */
async function hasMoved(database: Database, token: string): Promise<boolean> {
  const account = await database
    .selectFrom('jeton')
    .innerJoin('utilisateur as guest', 'guest.id', 'jeton.utilisateurId')
    .innerJoin('utilisateur as account', 'account.id', 'guest.fusionneDansId')
    .select('account.id')
    .where('jeton.hash', '=', secretHash(token))
    .where('jeton.genre', '=', 'FUSION')
    .whereRef('jeton.email', '=', 'account.email')
    .executeTakeFirst()
  return account !== undefined
}

async function fusionView(
  database: Database,
  { guest, account, evenement }: Pick<ResolvedFusion, 'guest' | 'account'> & { evenement: EvenementRow },
): Promise<Fusion> {
  return {
    prenom: prenomSeul(guest.prenom),
    email: account.email,
    evenement: { id: evenement.id, titre: evenement.titre },
    medias: (await findRemainingPhotos(database, guest.id)).length,
  }
}

async function merge(
  deps: DatabaseDeps,
  {
    inscription,
    lost,
    ...people
  }: Merge & { readonly inscription: InscriptionRow; readonly lost: ReadonlySet<string> },
): Promise<void> {
  const { database, clock } = deps
  const { guest, account } = people
  const now = nowIso(clock)
  await mergeInscriptions(deps, { ...people, inscription })
  await mergeConsentements(deps, people)
  const ended = await mergeTwins(deps, people, lost)
  await mergeDemandes(database, people)
  const medias = await findRemainingPhotos(database, guest)
  await mergeUploads(database, people, now)
  await mergeRecus(database, people)
  await markDelivered(database, guest, now)
  await moveRows(database, people)
  await publishMoved(database, people, medias)
  await publishNotified(database, [account])
  await endGuest(database, people, now)
  const detail = { dans: account, inscriptionId: inscription.id, medias: medias.length, doubles: ended.length }
  const last = { acteurId: account, action: 'utilisateur/fusionne', objet: `utilisateur:${guest}`, detail } as const
  await writeAudits(database, clock, [...twinEntries(ended, account), last])
}

/** Marks the guest's notifications as mailed and pushed, so that the account does not get them again. */
async function markDelivered(database: Database, guest: number, now: string): Promise<void> {
  await database
    .updateTable('notification')
    .set((update) => ({
      courrielLe: update.fn.coalesce('courrielLe', update.val(now)),
      pushLe: update.fn.coalesce('pushLe', update.val(now)),
    }))
    .where('utilisateurId', '=', guest)
    .execute()
}

/** The row stays without personal data: past audit rows name it, and its sessions learn what became of them. */
async function endGuest(database: Database, { guest, account }: Merge, now: string): Promise<void> {
  // The grants have moved already: this does not end them.
  await endSessionsOf(database, { utilisateurId: guest, except: null }, now)
  for (const table of ['albumLien', 'abonnementPush', 'courriel'] as const)
    await database.deleteFrom(table).where('utilisateurId', '=', guest).execute()
  await database
    .updateTable('jeton')
    .set({ utiliseLe: now, email: '' })
    .where('utilisateurId', '=', guest)
    .where('utiliseLe', 'is', null)
    .execute()
  await updateUtilisateur(database, guest, {
    prenom: 'Compte',
    nom: 'supprimé',
    emailEnAttente: null,
    statutActif: 0,
    avisCourriel: 0,
    effaceLe: now,
    fusionneDansId: account,
  })
}
