import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { AbonnementPushTable } from '../database/tables/messages.ts'
import type { Appareil } from './pusher.ts'

export type AppareilRow = Selectable<AbonnementPushTable>

/** Stores a device for a person. A device of another person is reassigned. */
export async function storeAppareil(
  database: Database,
  appareil: Appareil & { readonly utilisateurId: number; readonly appareilId: string; readonly creeLe: string },
): Promise<void> {
  const { utilisateurId, appareilId, endpoint, p256dh, auth, creeLe } = appareil
  await database
    .insertInto('abonnementPush')
    .values(appareil)
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({ utilisateurId, appareilId, p256dh, auth, creeLe })
        .where((row) =>
          row.or([
            row('abonnementPush.utilisateurId', '<>', utilisateurId),
            row('abonnementPush.p256dh', '<>', p256dh),
          ]),
        ),
    )
    .execute()
  // The same subscription after another login belongs to the new session. `creeLe` stays, so that earlier
  // notifications are still pushed.
  await database
    .updateTable('abonnementPush')
    .set({ appareilId })
    .where('endpoint', '=', endpoint)
    .where('appareilId', 'is distinct from', appareilId)
    .execute()
}

/** A person's subscribed devices, the newest first. */
export function findAppareils(database: Database, utilisateurId: number): Promise<AppareilRow[]> {
  return database
    .selectFrom('abonnementPush')
    .selectAll()
    .where('utilisateurId', '=', utilisateurId)
    .orderBy('id', 'desc')
    .execute()
}

export async function removeAppareil(
  database: Database,
  { utilisateurId, endpoint }: { utilisateurId: number; endpoint: string },
): Promise<void> {
  await database
    .deleteFrom('abonnementPush')
    .where('utilisateurId', '=', utilisateurId)
    .where('endpoint', '=', endpoint)
    .execute()
}

/** Pauses pushes to a device until an instant. */
export async function putOff(database: Database, id: number, reprendLe: string): Promise<void> {
  await database.updateTable('abonnementPush').set({ reprendLe }).where('id', '=', id).execute()
}
