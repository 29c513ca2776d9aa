import type { Enrolement, SecondFacteur } from '#domain/utilisateur/secondFacteur.ts'
import { writeAudit } from '../audit/audit.ts'
import type { AuditAction } from '../audit/auditAction.ts'
import { nowIso } from '../clock.ts'
import { orThrow, Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import { lockLiveSession } from '../session/liveSession.ts'
import { mailLoginChange } from '../utilisateur/compteLettre.ts'
import { type ProofInput, withProof } from '../utilisateur/proof.ts'
import { findLivingUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { sealSecret } from './sealedSecret.ts'
import {
  activateSecondFacteur,
  countCodesSecours,
  findSecondFacteur,
  keepSecret,
  removeCodesSecours,
  removeSecondFacteur,
  type SecondFacteurRow,
} from './secondFacteur.repository.ts'
import { type CodeDeps, countGuess, forgetGuesses, makeCodesSecours, takeCode, isAppCode } from './secondFacteurCode.ts'
import { findSecondStep } from './secondStep.ts'
import { newTotpSecret, totpAddress } from './totp.ts'

export interface SecondFacteurDeps extends CodeDeps {
  readonly publicUrl: string
}

/** Since when logins require a code of an authenticator app, and the number of unused recovery codes. */
export async function readSecondFacteur(
  { database }: Pick<DatabaseDeps, 'database'>,
  { id }: ActeurEnSession,
): Promise<SecondFacteur> {
  const depuis = (await findSecondFacteur(database, id))?.activeLe ?? null
  return { depuis, codesRestants: await countCodesSecours(database, id) }
}

/**
 * Creates a secret for an authenticator app, after a proof. Logins require it only after {@link activate}.
 * @throws Problem secondFacteur.actif; as assertProof
 */
export function begin(deps: SecondFacteurDeps, proof: ProofInput): Promise<Enrolement> {
  const { acteur } = proof
  return withProof(deps, proof, async (database) => {
    assertInactive(await findSecondFacteur(database, acteur.id))
    const secret = newTotpSecret()
    const sealed = sealSecret(deps.secrets, acteur.id, secret)
    await keepSecret(database, { utilisateurId: acteur.id, secret: sealed, creeLe: nowIso(deps.clock) })
    return { secret, adresse: totpAddress(secret, acteur.email) }
  })
}

/**
 * Activates the second factor by a first code. Signs out other devices, which have not given one.
 * @returns ten recovery codes, which are only shown once
 * @throws Problem secondFacteur.inactif without a secret, secondFacteur.actif, secondFacteur.code_incorrect
 */
export async function activate(
  deps: SecondFacteurDeps,
  { acteur, code }: { acteur: ActeurEnSession; code: string },
): Promise<string[]> {
  orThrow(await findSecondFacteur(deps.database, acteur.id), 'secondFacteur.inactif')
  await countGuess(deps, acteur.id)
  return deps.database.transaction().execute(async (database) => {
    const { utilisateur } = await lockLiveSession({ ...deps, database }, acteur)
    const facteur = orThrow(await findSecondFacteur(database, acteur.id), 'secondFacteur.inactif')
    assertInactive(facteur)
    // A recovery code, which a passkey may have given, would prove nothing about the app.
    const isOfApp =
      isAppCode(code) && (await takeCode({ ...deps, database }, { utilisateurId: acteur.id, facteur }, code))
    if (!isOfApp) throw new Problem('secondFacteur.code_incorrect')
    const now = nowIso(deps.clock)
    await activateSecondFacteur(database, facteur.id, now)
    await endSessionsOf(database, { utilisateurId: acteur.id, except: acteur.credential.jti }, now)
    await mailLoginChange({ ...deps, database }, utilisateur, 'code-demande')
    await writeChange({ ...deps, database }, acteur, 'utilisateur/second-facteur-active')
    await forgetGuesses({ database }, acteur.id)
    return makeCodesSecours(database, acteur.id)
  })
}

/**
 * Creates ten new recovery codes, after a proof, and deletes the old ones.
 * @throws Problem secondFacteur.inactif; as assertProof
 */
export function renewCodes(deps: SecondFacteurDeps, proof: ProofInput): Promise<string[]> {
  const { acteur } = proof
  return withProof(deps, proof, async (database) => {
    if ((await findSecondStep(database, acteur.id)) === null) throw new Problem('secondFacteur.inactif')
    await writeChange({ ...deps, database }, acteur, 'utilisateur/codes-secours')
    return makeCodesSecours(database, acteur.id)
  })
}

/**
 * Deactivates the second factor, with a code and a proof, so that an unattended device cannot do it.
 * @throws Problem secondFacteur.inactif, secondFacteur.code_incorrect; as assertProof
 */
export async function deactivate(
  deps: SecondFacteurDeps,
  { code, ...proof }: ProofInput & { code: string },
): Promise<void> {
  const { acteur } = proof
  activeOf(await findSecondFacteur(deps.database, acteur.id))
  await countGuess(deps, acteur.id)
  await withProof(deps, proof, async (database) => {
    const facteur = activeOf(await findSecondFacteur(database, acteur.id))
    if (!(await takeCode({ ...deps, database }, { utilisateurId: acteur.id, facteur }, code)))
      throw new Problem('secondFacteur.code_incorrect')
    await removeSecondFacteur(database, acteur.id)
    if ((await findSecondStep(database, acteur.id)) === null) await removeCodesSecours(database, acteur.id)
    const utilisateur = orThrow(await findLivingUtilisateur(database, acteur.id), 'session.expiree')
    await mailLoginChange({ ...deps, database }, utilisateur, 'code-libre')
    await writeChange({ ...deps, database }, acteur, 'utilisateur/second-facteur-desactive')
    await forgetGuesses({ database }, acteur.id)
  })
}

async function writeChange({ database, clock }: CodeDeps, { id }: ActeurEnSession, action: AuditAction): Promise<void> {
  await writeAudit(database, clock, { acteurId: id, action, objet: `utilisateur:${id}` })
}

function activeOf(facteur: SecondFacteurRow | undefined): SecondFacteurRow {
  if (!facteur || facteur.activeLe === null) throw new Problem('secondFacteur.inactif')
  return facteur
}

function assertInactive(facteur: SecondFacteurRow | undefined): void {
  if (facteur && facteur.activeLe !== null) throw new Problem('secondFacteur.actif')
}
