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
import { putEmptySqlite } from '#tests/support/emptySqlite.ts'
import { type FaultProxy, startFaultProxy } from '#tests/support/faultProxy.ts'
import {
  type KillableServer,
  startFaultyServer,
  type FaultyServer,
  startKillableServer,
} from '#tests/support/killableServer.ts'

/** A real server on its own data, the simulated network in front of it, and the people of the demonstration. */
export interface Stage<S extends KillableServer = KillableServer> {
  readonly server: S
  readonly network: FaultProxy
  /** Origin for browsers: through the simulated network. */
  readonly origin: string
  readonly folder: string
  /** The server's data, opened beside it. */
  readonly parts: Parts
  readonly claire: PersonneDeTest
  readonly karim: PersonneDeTest
  readonly lea: PersonneDeTest
  /** EN_COURS; karim and lea are VALIDE. */
  readonly evenementId: number
  close(): Promise<void>
}

export const titreEvenement = 'Mariage de Camille & Hugo'

/** @param options isAddressKnown: the server is configured with the browsers' origin and writes it into links */
export function openStage({
  consentement = true,
  isAddressKnown = false,
  environment = {},
}: Partial<Pick<Opening<KillableServer>, 'consentement' | 'isAddressKnown' | 'environment'>> = {}): Promise<Stage> {
  return open({ consentement, isAddressKnown, environment, start: startKillableServer })
}

/** The fixture with a server whose file and database calls can be made to fail; on its own folder, or a given one. */
export function openFaultyStage({ dataDir }: { dataDir?: string } = {}): Promise<Stage<FaultyServer>> {
  return open({ start: startFaultyServer, ...(dataDir !== undefined && { given: dataDir }) })
}

interface Opening<S> {
  readonly consentement?: boolean
  readonly isAddressKnown?: boolean
  readonly given?: string
  /** Additional environment of the server. */
  readonly environment?: Readonly<Record<string, string>>
  readonly start: (dataDir: string, environment: Record<string, string>) => Promise<S>
}

async function open<S extends KillableServer>({
  consentement = true,
  isAddressKnown = false,
  given,
  environment: additional = {},
  start,
}: Opening<S>): Promise<Stage<S>> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'eclats-scene-')))
  if (given === undefined) await putEmptySqlite(dataDir)
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
  const environment: Record<string, string> = { ...additional }
  const server = await start(dataDir, environment)
  const network = await startFaultProxy(server.port)
  const origin = `http://localhost:${network.port}`
  if (isAddressKnown) {
    environment.PUBLIC_URL = origin
    await server.kill()
    await server.start()
  }
  return {
    server,
    network,
    origin,
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
      if (given === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Media of the event in the database, oldest first. */
export function mediasOf({ parts, evenementId }: Pick<Stage, 'parts' | 'evenementId'>) {
  return parts.database.selectFrom('media').selectAll().where('evenementId', '=', evenementId).orderBy('id').execute()
}
