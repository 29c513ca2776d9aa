import type { Selectable } from 'kysely'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import type { NotificationTable } from '../database/tables/messages.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { findAnyEvenement } from '../evenement/supprime.repository.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { provenEmailOf } from '../utilisateur/addresses.ts'
import { findUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { groupedOverMs } from './avisLines.ts'
import { lettreOfAvis } from './avisLettre.ts'
import { desinscriptionJeton } from './desinscription.ts'
import { workEach } from '../workEach.ts'

interface AvisMailDeps extends DatabaseDeps {
  readonly secrets: Secrets
  readonly publicUrl: string
}

const batchSize = 100

interface Group {
  readonly utilisateurId: number
  readonly evenementId: number | null
}

/**
 * Creates one mail for each person and event whose oldest notification is 15 minutes old. Skips notifications that
 * were read in the app, and people who have declined them.
 */
export async function mailAvis(deps: AvisMailDeps): Promise<void> {
  await workEach(await findRipeGroups(deps.database, isoFromNow(deps.clock, -groupedOverMs)), (group) =>
    deps.database.transaction().execute((database) => mailGroup({ ...deps, database }, group)),
  )
}

async function mailGroup(deps: AvisMailDeps, group: Group): Promise<void> {
  const { database, clock, publicUrl, secrets } = deps
  const unread = (await takeGroup(database, group, nowIso(clock))).filter(({ lu }) => lu === 0)
  const utilisateur = await findUtilisateur(database, group.utilisateurId)
  if (unread.length === 0 || !utilisateur || !canMailAvis(utilisateur)) return
  const evenement = await evenementOf(database, group)
  const desinscription = `${publicUrl}/api/notifications/desinscription/${desinscriptionJeton(secrets, utilisateur.id)}`
  // No link to a deleted event.
  const evenementId = evenement?.supprimeLe === null ? evenement.id : null
  const notifications = unread.map((one) => ({ ...one, evenementId }))
  const lettre = lettreOfAvis({ utilisateur, evenement, notifications, publicUrl, desinscription })
  const mail = { destinataire: provenEmailOf(utilisateur), utilisateurId: utilisateur.id, lettre }
  const courrielId = await enqueueMail(database, clock, mail)
  const carried = unread.map(({ id }) => id)
  await database.updateTable('notification').set({ courrielId }).where('id', 'in', carried).execute()
}

/**
 * The groups whose oldest notification was created at `before` or earlier; the group that waits longest comes first.
 */
function findRipeGroups(database: Database, before: string): Promise<Group[]> {
  return database
    .selectFrom('notification')
    .select(['utilisateurId', 'evenementId'])
    .where('courrielLe', 'is', null)
    .groupBy(['utilisateurId', 'evenementId'])
    .having((having) => having.fn.min('dateCreation'), '<=', before)
    .orderBy((order) => order.fn.min('id'))
    .limit(batchSize)
    .execute()
}

/** The waiting notifications of a group, oldest first. Marks them, so that each is returned once. */
async function takeGroup(
  database: Database,
  { utilisateurId, evenementId }: Group,
  now: string,
): Promise<Selectable<NotificationTable>[]> {
  const taken = await database
    .updateTable('notification')
    .set({ courrielLe: now })
    .where('utilisateurId', '=', utilisateurId)
    .where('evenementId', 'is not distinct from', evenementId)
    .where('courrielLe', 'is', null)
    .returningAll()
    .execute()
  return taken.toSorted((a, b) => a.id - b.id)
}

/** An unconfirmed address may belong to another person, and a guest has none: no mail. */
function canMailAvis(utilisateur: UtilisateurRow): boolean {
  const { avisCourriel, statutActif, archiveLe, effaceLe } = utilisateur
  const isOpen = statutActif === 1 && archiveLe === null && effaceLe === null
  return isOpen && avisCourriel === 1 && provenEmailOf(utilisateur) !== ''
}

async function evenementOf(database: Database, { evenementId }: Group): Promise<EvenementRow | null> {
  return evenementId === null ? null : ((await findAnyEvenement(database, evenementId)) ?? null)
}
