import { dayMs } from '#domain/contract/durations.ts'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { Inscription } from '#domain/inscription/inscription.ts'
import { type EntreeInvite, isLienOuvert } from '#domain/lien/lien.ts'
import { prenomDistinct } from '#domain/utilisateur/homonyme.ts'
import { sessionErrors } from '#domain/utilisateur/session.errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import { insertReponse } from '../consentement/consentement.usecases.ts'
import { lockName } from '../database/lock.ts'
import { lockEvenement } from '../evenement/places.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { enterEvenement } from '../inscription/enterEvenement.ts'
import { readInscription } from '../inscription/inscription.view.ts'
import { findLienByCode, findLienVivant } from '../lien/lien.repository.ts'
import { secretHash } from '../secrets/secretHash.ts'
import type { SessionDeps } from '../session/acteur.ts'
import { findCle, insertCle } from '../session/cleInvite.repository.ts'
import { type LoginInput, openLogin, type OpenedLogin } from '../utilisateur/openLogin.ts'
import { findUtilisateur, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { findInscriptionOfInvite, findPrenomsOfInvites, insertInvite } from './invite.repository.ts'
import { countInvite, limitTriesOf } from './inviteLimits.ts'

/** How long a retry with the same key gives the same guest. */
const retryMs = 7 * dayMs

export interface EntryRequest extends EntreeInvite, Omit<LoginInput, 'seSouvenir'> {
  readonly code: string
  /** See networkOf. */
  readonly network: string
  /** Origin of the consent, stored as proof: the User-Agent. */
  readonly origine: string
}

export interface InviteEntered extends OpenedLogin {
  readonly inscription: Inscription
}

/**
 * Creates a guest of an event: a person with a first name, a consent, one registration and a session. Idempotent by
 * `cle`: a retry opens another session of the same guest.
 * @throws Problem lien.introuvable, lien.compte_requis, lien.evenement_annule, lien.trop_d_invites,
 * consentement.version; for a retry lien.entree_terminee, session.fusionnee, inscription.annulee
 */
export function enterAsInvite(deps: SessionDeps, request: EntryRequest): Promise<InviteEntered> {
  const hash = secretHash(request.cle)
  return limitTriesOf(deps, request, () =>
    deps.database.transaction().execute(async (database) => {
      // Retries wait for the first one.
      await lockName(database, `cleInvite:${hash}`)
      const known = await findCle(database, hash)
      return known ? enterAgain({ ...deps, database }, request, known) : enter({ ...deps, database }, request, hash)
    }),
  )
}

async function enter(deps: SessionDeps, request: EntryRequest, hash: string): Promise<InviteEntered> {
  const { database, clock } = deps
  if (request.consentement.version !== versionRGPD) throw new Problem('consentement.version')
  const lien = orThrow(await findLienVivant(database, request.code), 'lien.introuvable')
  if (lien.identite === 'COMPTE') throw new Problem('lien.compte_requis')
  const evenement = orThrow(await lockEvenement(database, lien.evenementId), 'lien.introuvable')
  if (!isLienOuvert(evenement.statut)) throw new Problem('lien.evenement_annule')
  await countInvite(deps, lien.id, request.network)

  const now = nowIso(clock)
  const taken = await findPrenomsOfInvites(database, { evenementId: evenement.id, except: null })
  const prenom = prenomDistinct(request.prenom, taken)
  const utilisateur = await insertInvite(database, { prenom, nom: request.nom ?? '', now })
  const { id } = utilisateur
  await insertCle(database, { hash, utilisateurId: id, creeLe: now })
  const detail = { role: utilisateur.role, invite: true, lienId: lien.id }
  await writeAudit(database, clock, { acteurId: id, action: 'utilisateur/cree', objet: `utilisateur:${id}`, detail })
  await insertReponse(deps, { utilisateurId: id, invite: true, consentementDonne: true, origine: request.origine })
  const entry = { evenement, typeParticipation: request.typeParticipation, isDirect: lien.entree === 'DIRECTE' }
  const inscription = await enterEvenement(deps, { ...entry, acteur: utilisateur, lienId: lien.id })
  return { ...(await openSessionOf(deps, request, utilisateur)), inscription }
}

/** A link that was revoked since keeps who entered by it. */
async function enterAgain(
  deps: SessionDeps,
  request: EntryRequest,
  { utilisateurId, creeLe, fermeeLe }: { utilisateurId: number; creeLe: string; fermeeLe: string | null },
): Promise<InviteEntered> {
  const { database, clock } = deps
  await lockUtilisateur(database, utilisateurId)
  const lien = orThrow(await findLienByCode(database, request.code), 'lien.introuvable')
  const utilisateur = await findUtilisateur(database, utilisateurId)
  const own = await findInscriptionOfInvite(database, utilisateurId)
  if (utilisateur?.fusionneDansId) throw new Problem('session.fusionnee')
  if (!utilisateur || own?.evenementId !== lien.evenementId) throw new Problem('lien.entree_terminee')
  // Its own sentence is for accounts: a guest cannot be invited.
  if (own.statutInscription === 'ANNULE')
    throw new Problem('inscription.annulee', { message: sessionErrors['session.participation_terminee'].message })
  const isOver = fermeeLe !== null || creeLe <= isoFromNow(clock, -retryMs)
  if (isOver || utilisateur.invite === 0) throw new Problem('lien.entree_terminee')
  const inscription = await readInscription(database, own.id)
  return { ...(await openSessionOf(deps, request, utilisateur)), inscription }
}

function openSessionOf(
  deps: SessionDeps,
  { appareil, replaced }: EntryRequest,
  utilisateur: OpenedLogin['utilisateur'],
): Promise<OpenedLogin> {
  return openLogin(deps, { utilisateur, seSouvenir: true, appareil, replaced, par: 'lien' })
}
