import type { InferOutput } from 'valibot'
import {
  type ajoutSchema,
  type assouplissementSchema,
  type CleAcces,
  type clesAccesSchema,
  clesAccesMax,
  type creationSchema,
  type Transport,
} from '#domain/utilisateur/cleAcces.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { writeAudit } from '../audit/audit.ts'
import type { AuditAction } from '../audit/auditAction.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { CleAccesRow } from '../database/tables/people.ts'
import { orThrow, Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { removeCodesSecours } from '../secondFacteur/secondFacteur.repository.ts'
import { makeCodesSecours } from '../secondFacteur/secondFacteurCode.ts'
import { findSecondStep, prepareSecondStep, takeSecondStep } from '../secondFacteur/secondStep.ts'
import { derivedKey, type Secrets } from '../secrets/secrets.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import { lockLiveSession } from '../session/liveSession.ts'
import { mailLoginChange } from '../utilisateur/compteLettre.ts'
import { refuseLogin } from '../utilisateur/loginRefusal.ts'
import { type ProofInput, withProof } from '../utilisateur/proof.ts'
import { findUtilisateur, updateUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { deleteCleAcces, findCleAcces, findClesAcces, insertCleAcces } from './cleAcces.repository.ts'
import { createDefi, defiLifeMs, findDefi, takeDefi } from './defi.ts'
import { algorithms, relyingPartyOf, verifyEnregistrement } from './webauthn.ts'

export interface CleAccesDeps extends DatabaseDeps {
  readonly secrets: Secrets
  readonly publicUrl: string
}

/** A person's passkeys, and since when a login requires one. */
export async function readClesAcces(
  { database }: Pick<DatabaseDeps, 'database'>,
  { id }: ActeurEnSession,
): Promise<InferOutput<typeof clesAccesSchema>> {
  const utilisateur = orThrow(await findUtilisateur(database, id), 'session.expiree')
  return { cles: (await findClesAcces(database, id)).map(viewOf), exigeeDepuis: utilisateur.cleExigeeLe }
}

/**
 * Creates the challenge for a new passkey, after a proof.
 * @throws Problem cleAcces.indisponible, cleAcces.trop_nombreuses; as withProof
 */
export function beginAjout(
  deps: CleAccesDeps,
  proof: ProofInput,
): Promise<{ defi: string; options: InferOutput<typeof creationSchema> }> {
  const { acteur } = proof
  const { rpId } = relyingPartyOf(deps.publicUrl)
  return withProof(deps, proof, async (database) => {
    const cles = await findClesAcces(database, acteur.id)
    assertRoom(cles)
    const { defi, challenge } = await createDefi({ ...deps, database }, acteur.id)
    // The same handle for all passkeys of a person, so that an authenticator keeps one entry. It contains no personal
    // data.
    const handle = derivedKey(deps.secrets, `eclats passkey user ${acteur.id}`).toString('base64url')
    const options = {
      rp: { id: rpId, name: 'Éclats' },
      user: { id: handle, name: acteur.email, displayName: nomComplet(acteur) },
      challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: defiLifeMs,
      excludeCredentials: cles.map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key' as const,
        transports: transports.split(' ').filter((name): name is Transport => name !== ''),
      })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    }
    return { defi, options }
  })
}

/**
 * Adds the passkey that an authenticator created for a challenge of this person. Repeated after a lost answer, when the
 * challenge is used, it returns the passkey that was added.
 * @param nom the device on which it was added
 * @throws Problem cleAcces.refusee, cleAcces.existante, cleAcces.trop_nombreuses
 */
export async function addCleAcces(
  deps: CleAccesDeps,
  { acteur, defi: secret, reponse, nom }: InferOutput<typeof ajoutSchema> & { acteur: ActeurEnSession; nom: string },
): Promise<CleAcces> {
  const defi = await findDefi(deps, { defi: secret, utilisateurId: acteur.id })
  if (!defi) return readAdded(deps.database, { acteur, credentialId: reponse.id })
  const party = relyingPartyOf(deps.publicUrl)
  const passkey = await verifyEnregistrement({ party, challenge: defi.challenge }, reponse).catch(
    async (error: unknown) => {
      await takeDefi(deps.database, defi)
      throw error
    },
  )
  return deps.database.transaction().execute(async (database) => {
    const { utilisateur } = await lockLiveSession({ ...deps, database }, acteur)
    if (!(await takeDefi(database, defi))) return readAdded(database, { acteur, credentialId: reponse.id })
    assertRoom(await findClesAcces(database, acteur.id))
    const cle = await insertCleAcces(database, {
      ...passkey,
      utilisateurId: acteur.id,
      transports: reponse.response.transports.join(' '),
      nom,
      creeLe: nowIso(deps.clock),
      utiliseLe: null,
    })
    await mailLoginChange({ ...deps, database }, utilisateur, 'cle-ajoutee')
    await writeChange({ ...deps, database }, acteur, 'utilisateur/cle-ajoutee')
    return viewOf(orThrow(cle, 'cleAcces.existante'))
  })
}

async function readAdded(
  database: Database,
  { acteur, credentialId }: { acteur: ActeurEnSession; credentialId: string },
): Promise<CleAcces> {
  const cle = await findCleAcces(database, credentialId)
  return viewOf(orThrow(cle?.utilisateurId === acteur.id ? cle : null, 'cleAcces.refusee'))
}

/**
 * Removes one of a person's own passkeys, after a proof. The last one cannot be removed while logins require it.
 * @throws Problem cleAcces.introuvable, cleAcces.derniere; as withProof
 */
export function removeCleAcces(deps: CleAccesDeps, { id, ...proof }: ProofInput & { id: number }): Promise<void> {
  const { acteur } = proof
  return withProof(deps, proof, async (database) => {
    const utilisateur = orThrow(await findUtilisateur(database, acteur.id), 'session.expiree')
    const cles = await findClesAcces(database, acteur.id)
    const cle = orThrow(
      cles.find((one) => one.id === id),
      'cleAcces.introuvable',
    )
    if (cles.length === 1 && utilisateur.cleExigeeLe !== null) throw new Problem('cleAcces.derniere')
    await deleteCleAcces(database, cle.id)
    await mailLoginChange({ ...deps, database }, utilisateur, 'cle-supprimee')
    await writeChange({ ...deps, database }, acteur, 'utilisateur/cle-supprimee')
  })
}

/**
 * Makes logins require a passkey in addition to the password, after a proof. Signs out other devices, which have not
 * used one.
 * @returns ten recovery codes, which are only shown once
 * @throws Problem cleAcces.absente without a passkey, secondFacteur.actif; as withProof
 */
export function enforceCleAcces(deps: CleAccesDeps, proof: ProofInput): Promise<string[]> {
  const { acteur } = proof
  return withProof(deps, proof, async (database) => {
    const utilisateur = orThrow(await findUtilisateur(database, acteur.id), 'session.expiree')
    if ((await findSecondStep(database, acteur.id)) !== null) throw new Problem('secondFacteur.actif')
    if ((await findClesAcces(database, acteur.id)).length === 0) throw new Problem('cleAcces.absente')
    const now = nowIso(deps.clock)
    await updateUtilisateur(database, acteur.id, { cleExigeeLe: now })
    await endSessionsOf(database, { utilisateurId: acteur.id, except: acteur.credential.jti }, now)
    await mailLoginChange({ ...deps, database }, utilisateur, 'cle-demandee')
    await writeChange({ ...deps, database }, acteur, 'utilisateur/cle-demandee')
    return makeCodesSecours(database, acteur.id)
  })
}

/**
 * Stops requiring a passkey at logins. Needs a passkey or a code, and a proof.
 * @throws Problem secondFacteur.inactif, secondFacteur.code_incorrect, cleAcces.refusee, cleAcces.copiee; as withProof
 */
export async function relaxCleAcces(
  deps: CleAccesDeps,
  { code, cleAcces, ...proof }: ProofInput & InferOutput<typeof assouplissementSchema>,
): Promise<void> {
  const { acteur } = proof
  await assertEnforced(deps, acteur)
  if (code === undefined && cleAcces === undefined) throw new Problem('secondFacteur.code_incorrect')
  const given = { utilisateurId: acteur.id, code, cleAcces }
  const used = await prepareSecondStep(deps, given)
  const relaxing = withProof(deps, proof, async (database) => {
    const utilisateur = await assertEnforced({ database }, acteur)
    const wrong = await takeSecondStep({ ...deps, database }, given, used)
    if (wrong !== null) throw new Problem(refusals[wrong])
    await updateUtilisateur(database, acteur.id, { cleExigeeLe: null })
    if ((await findSecondStep(database, acteur.id)) === null) await removeCodesSecours(database, acteur.id)
    await mailLoginChange({ ...deps, database }, utilisateur, 'cle-libre')
    await writeChange({ ...deps, database }, acteur, 'utilisateur/cle-libre')
  })
  await relaxing.catch((error: unknown) => refuseLogin(deps, { error, utilisateurId: acteur.id, defi: cleAcces?.defi }))
}

/** Not 401 as at a login: the session is valid. */
const refusals = {
  code_incorrect: 'secondFacteur.code_incorrect',
  cle_refusee: 'cleAcces.refusee',
  cle_copiee: 'cleAcces.copiee',
} as const

async function assertEnforced({ database }: Pick<DatabaseDeps, 'database'>, { id }: ActeurEnSession) {
  const utilisateur = orThrow(await findUtilisateur(database, id), 'session.expiree')
  if (utilisateur.cleExigeeLe === null) throw new Problem('secondFacteur.inactif')
  return utilisateur
}

function assertRoom(cles: readonly CleAccesRow[]): void {
  if (cles.length >= clesAccesMax) throw new Problem('cleAcces.trop_nombreuses')
}

function viewOf({ id, nom, creeLe, utiliseLe }: CleAccesRow): CleAcces {
  return { id, nom, dateAjout: creeLe, derniereUtilisation: utiliseLe }
}

async function writeChange(
  { database, clock }: CleAccesDeps,
  { id }: ActeurEnSession,
  action: AuditAction,
): Promise<void> {
  await writeAudit(database, clock, { acteurId: id, action, objet: `utilisateur:${id}` })
}
