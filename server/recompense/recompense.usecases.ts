import type { MessageSent } from '#domain/notification/notification.ts'
import type { Recompense, RecompenseDonnee } from '#domain/recompense/recompense.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { hasMediaInEvenement } from '../evenement/evenement.medias.ts'
import { transactionAs } from '../grant/credential.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { findInscriptionOf } from '../inscription/inscription.repository.ts'
import { notify } from '../notification/notify.ts'
import { limitMessages, type MessageSender } from '../notification/messageLimit.ts'
import { isRepeated } from '../tentative/repeated.ts'
import type { Database } from '../database/database.ts'
import { findLivingUtilisateur, findUtilisateur, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import {
  findLastRecompense,
  findRecompensesDonnees,
  insertRecompense,
  type RecompenseDonneeRow,
  type RecompenseRow,
} from './recompense.repository.ts'

export interface Reward extends MessageSent, MessageSender {
  readonly evenement: EvenementRow
  readonly utilisateurId: number
}

/**
 * Stores a reward and notifies the person in one transaction. Idempotent by `cle`.
 * @throws Problem inscription.introuvable for a person who is not a member of the event and has no media in it
 */
export async function recompenser(deps: DatabaseDeps, reward: Reward): Promise<Recompense> {
  const { acteur, network, evenement, utilisateurId, titre, message, cle } = reward
  const who = { evenementId: evenement.id, utilisateurId }
  const inscription = await findInscriptionOf(deps.database, who)
  const tookPart =
    inscription?.statutInscription === 'VALIDE' ||
    (await hasMediaInEvenement(deps.database, { evenementId: evenement.id, auteurId: utilisateurId }))
  if (!tookPart) throw new Problem('inscription.introuvable')
  return transactionAs(deps, acteur, async (database) => {
    const dateCreation = nowIso(deps.clock)
    const content = [evenement.id, utilisateurId, titre, message]
    const request = { action: 'message-envoye', acteurId: acteur.id, cle, content } as const
    // In the order in which an announcement takes the two locks: otherwise each could wait for the other.
    const isAgain = await isRepeated({ ...deps, database }, request)
    if (!isAgain) await limitMessages({ ...deps, database }, { acteur, network })
    // Since the check, a guest may have become a part of an account, and an account may have been erased.
    await lockUtilisateur(database, utilisateurId)
    const account = (await findUtilisateur(database, utilisateurId))?.fusionneDansId ?? null
    if (account !== null) await lockUtilisateur(database, account)
    const recipient = account ?? utilisateurId
    orThrow(await findLivingUtilisateur(database, recipient), 'inscription.introuvable')
    const to = { ...who, utilisateurId: recipient }
    const given = isAgain ? await findLastRecompense(database, { ...to, titre, message }) : undefined
    if (given) return recompenseView(given)
    const row = await insertRecompense(database, { ...to, titre, message, dateCreation })
    const objet = `recompense:${row.id}`
    const entry = {
      acteurId: acteur.id,
      action: 'recompense/donnee',
      objet,
      detail: { utilisateurId: recipient },
    } as const
    await writeAudit(database, deps.clock, entry)
    await notify(database, deps.clock, [{ ...to, type: 'RECOMPENSE', titre, message }])
    return recompenseView(row)
  })
}

/** A reward as the API returns it. */
export function recompenseView({ id, evenementId, titre, message, dateCreation }: RecompenseRow): Recompense {
  return { id, evenement_id: evenementId, titre, message, dateCreation }
}

/** Given rewards, newest first: for the events of one organiser, or for all with null. */
export async function listRecompensesDonnees(
  database: Database,
  createurId: number | null,
): Promise<RecompenseDonnee[]> {
  return (await findRecompensesDonnees(database, createurId)).map(donneeView)
}

function donneeView(row: RecompenseDonneeRow): RecompenseDonnee {
  return {
    ...recompenseView(row),
    evenement: { id: row.evenementId, titre: row.evenementTitre },
    utilisateur: { id: row.utilisateurId, prenom: row.prenom, nom: row.nom },
    organisateur: { id: row.organisateurId, prenom: row.organisateurPrenom, nom: row.organisateurNom },
  }
}
