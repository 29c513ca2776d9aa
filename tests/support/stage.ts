import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { openParts } from '#server/openParts.ts'
import type { Parts } from '#server/parts.ts'
import {
  type PersonneDeTest,
  unAbonnement,
  unConsentement,
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { type FaultProxy, startFaultProxy } from '#tests/support/faultProxy.ts'
import { type KillableServer, startKillableServer } from '#tests/support/killableServer.ts'

/** A real server on its own data, the network in front of it, and the people of the demonstration. */
export interface Stage {
  readonly server: KillableServer
  readonly network: FaultProxy
  /** Origin that browsers use: through the network. */
  readonly origin: string
  /** Folder of the server's data. */
  readonly folder: string
  /** The server's data, open beside it. */
  readonly parts: Parts
  readonly claire: PersonneDeTest
  readonly karim: PersonneDeTest
  readonly lea: PersonneDeTest
  /** EN_COURS; karim and lea are VALIDE. */
  readonly evenementId: number
  close(): Promise<void>
}

export const titreEvenement = 'Mariage de Camille & Hugo'

export async function openStage({ consentement = true } = {}): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-scene-'))
  const report = (error: unknown) => {
    throw error
  }
  const parts = await openParts({ dataDir, publicUrl: 'http://localhost', clock: systemClock, report })
  const stage = { parts }
  const claire = await unOrganisateur(stage, { email: 'claire@eclats.test', prenom: 'Claire' })
  const karim = await unUtilisateur(stage, { email: 'karim@eclats.test', prenom: 'Karim', nom: 'Haddad' })
  const lea = await unUtilisateur(stage, { email: 'lea@eclats.test', prenom: 'Léa', nom: 'Moreau' })
  await unAbonnement(stage, claire.id, 'PREMIUM')
  const { id: evenementId } = await unEvenement(stage, { createurId: claire.id, titre: titreEvenement })
  for (const person of [karim, lea]) {
    await uneInscription(stage, { evenementId, utilisateurId: person.id })
    if (consentement) await unConsentement(stage, person.id)
  }
  const server = await startKillableServer(dataDir)
  const network = await startFaultProxy(server.port)
  return {
    server,
    network,
    origin: `http://localhost:${network.port}`,
    folder: dataDir,
    parts,
    claire,
    karim,
    lea,
    evenementId,
    async close() {
      await network.close()
      await server.kill()
      await parts.database.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Media of the stage's event as the database has them, oldest first. */
export function mediasOf({ parts, evenementId }: Stage) {
  return parts.database.selectFrom('media').selectAll().where('evenementId', '=', evenementId).orderBy('id').execute()
}
