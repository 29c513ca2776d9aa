import { dayMs } from '#domain/contract/durations.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { isoFromNow } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { newSecret } from '../secrets/secrets.ts'
import { hashPassword } from '../utilisateur/passwordHash.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import type { StoryClock } from './storyClock.ts'

/** Accounts that the login page offers while the demonstration runs. */
export interface Demo {
  readonly comptes: readonly { email: string; prenom: string; role: Role }[]
  readonly motDePasse: string
}

const motDePasse = 'Souvenirs2026!'

/** People of the story. All after the first four are guests without a login. */
const people = {
  claire: ['Claire', 'Delmas', 'ORGANISATEUR'],
  karim: ['Karim', 'Benali', 'PARTICIPANT'],
  lea: ['Léa', 'Fournier', 'PARTICIPANT'],
  admin: ['Agnès', 'Morel', 'ADMINISTRATEUR'],
  ines: ['Inès', 'Garcia', 'PARTICIPANT'],
  tom: ['Tom', 'Le Goff', 'PARTICIPANT'],
  awa: ['Awa', 'Diop', 'PARTICIPANT'],
  paul: ['Paul', 'Rivière', 'PARTICIPANT'],
  jeanne: ['Jeanne', 'Caron', 'PARTICIPANT'],
  hugo: ['Hugo', 'Lambert', 'PARTICIPANT'],
} as const satisfies Record<string, readonly [string, string, Role]>

export type PersonKey = keyof typeof people
export type Cast = Readonly<Record<PersonKey, ActeurConnecte>>

const signIn = ['claire', 'karim', 'lea', 'admin'] as const satisfies readonly PersonKey[]

/** The accounts that the login page offers. */
export const demo: Demo = {
  motDePasse,
  comptes: signIn.map((key) => ({ email: emailOf(key), prenom: people[key][0], role: people[key][2] })),
}

/** Creates the accounts with confirmed addresses, and the organiser's PREMIUM plan. */
export async function createCast(database: Database, clock: StoryClock): Promise<Cast> {
  const known = await hashPassword(motDePasse)
  const nobodys = await hashPassword(newSecret())
  const keys = Object.keys(people) as PersonKey[]
  const cast: [PersonKey, ActeurConnecte][] = []
  for (const key of keys) {
    const hash = (signIn as readonly PersonKey[]).includes(key) ? known : nobodys
    cast.push([key, await createPerson(database, clock, { key, hash })])
  }
  const acteurs = Object.fromEntries(cast) as Cast
  const abonnement = {
    utilisateurId: acteurs.claire.id,
    reference: 'demo_claire',
    plan: 'PREMIUM',
    dateDebut: clock.now().toISOString(),
    dateExpiration: isoFromNow(clock, 500 * dayMs),
  } as const
  await database
    .insertInto('abonnementDemonstration')
    .values({ ...abonnement, annuleLe: null })
    .execute()
  await database
    .insertInto('abonnement')
    .values({ ...abonnement, statut: 'ACTIF', fournisseur: 'demonstration', client: null })
    .execute()
  return acteurs
}

async function createPerson(
  database: Database,
  clock: StoryClock,
  { key, hash }: { key: PersonKey; hash: string },
): Promise<ActeurConnecte> {
  const [prenom, nom, role] = people[key]
  const now = clock.now().toISOString()
  const email = emailOf(key)
  const row = await insertUtilisateur(database, {
    email,
    prenom,
    nom,
    role,
    motDePasse: hash,
    statutActif: 1,
    emailConfirmeLe: now,
    emailEnAttente: null,
    dateCreation: now,
    derniereActivite: now,
    archiveLe: null,
  })
  if (!row) throw new Error(`${email} exists`)
  return { id: row.id, role, email, nom, prenom, emailConfirme: true, invite: false, credential: { kind: 'server' } }
}

function emailOf(key: PersonKey): string {
  return `${key}@demo.eclats.test`
}
