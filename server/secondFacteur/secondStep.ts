import type { PreuveCle } from '#domain/utilisateur/cleAcces.ts'
import { findClesAcces } from '../cleAcces/cleAcces.repository.ts'
import { checkCleUse, takeCleUse, type UsedCle } from '../cleAcces/usedCle.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import { findUtilisateur, updateUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import {
  findSecondFacteur,
  removeCodesSecours,
  removeSecondFacteur,
  type SecondFacteurRow,
} from './secondFacteur.repository.ts'
import { type CodeDeps, countGuess, forgetGuesses, takeCode } from './secondFacteurCode.ts'

interface StepDeps extends CodeDeps {
  readonly publicUrl: string
}

/** What a login requires in addition to the password. */
export interface SecondStep {
  /** Null without an activated authenticator app. */
  readonly facteur: SecondFacteurRow | null
  readonly hasCle: boolean
}

export interface GivenStep {
  readonly utilisateurId: number
  readonly code?: string | undefined
  readonly cleAcces?: PreuveCle | undefined
}

/** The second step of a person's logins; null when the password is enough. Having a passkey does not require one. */
export async function findSecondStep(database: Database, utilisateurId: number): Promise<SecondStep | null> {
  const known = await findSecondFacteur(database, utilisateurId)
  const facteur = known && known.activeLe !== null ? known : null
  const utilisateur = await findUtilisateur(database, utilisateurId)
  if (facteur === null && (utilisateur?.cleExigeeLe ?? null) === null) return null
  return { facteur, hasCle: (await findClesAcces(database, utilisateurId)).length > 0 }
}

/**
 * Counts an attempt at the second step and verifies the passkey. Call it before the transaction, which may be rolled
 * back.
 * @returns the verified passkey; null without one, or when it is wrong
 * @throws Problem session.code_requis, session.cle_requise when the input is missing; requete.trop_de_tentatives
 */
export async function prepareSecondStep(deps: StepDeps, given: GivenStep): Promise<UsedCle | null> {
  const step = await findSecondStep(deps.database, given.utilisateurId)
  if (step === null) return null
  assertGiven(step, given)
  await countGuess(deps, given.utilisateurId)
  return given.cleAcces === undefined ? null : checkCleUse(deps, given.cleAcces)
}

/**
 * Checks the input of the second step and marks it as used, if the person's logins require one.
 * @param deps with the database of a transaction, so that a failure marks nothing as used
 * @param used the result of prepareSecondStep
 * @returns the error, or null
 * @throws Problem session.code_requis, session.cle_requise when the input is missing
 */
export async function takeSecondStep(
  deps: CodeDeps,
  given: GivenStep,
  used: UsedCle | null,
): Promise<'code_incorrect' | 'cle_refusee' | 'cle_copiee' | null> {
  const { utilisateurId, code, cleAcces } = given
  const step = await findSecondStep(deps.database, utilisateurId)
  if (step === null) return null
  assertGiven(step, given)
  if (cleAcces !== undefined) {
    if (used?.cle.utilisateurId !== utilisateurId) return 'cle_refusee'
    const outcome = await takeCleUse(deps, used)
    if (outcome !== 'bonne') return `cle_${outcome}`
  } else if (!(await takeCode(deps, { utilisateurId, facteur: step.facteur }, code ?? ''))) return 'code_incorrect'
  await forgetGuesses(deps, utilisateurId)
  return null
}

/**
 * Removes a person's authenticator app, recovery codes and passkeys.
 * @returns whether there was an app that logins asked for, or a passkey
 */
export async function removeSecondStep(database: Database, utilisateurId: number): Promise<boolean> {
  const facteur = await findSecondFacteur(database, utilisateurId)
  const cles = await findClesAcces(database, utilisateurId)
  await removeSecondFacteur(database, utilisateurId)
  await removeCodesSecours(database, utilisateurId)
  await database.deleteFrom('cleAcces').where('utilisateurId', '=', utilisateurId).execute()
  await database.deleteFrom('defi').where('utilisateurId', '=', utilisateurId).execute()
  await updateUtilisateur(database, utilisateurId, { cleExigeeLe: null })
  return (facteur?.activeLe ?? null) !== null || cles.length > 0
}

function assertGiven({ hasCle }: SecondStep, { code, cleAcces }: GivenStep): void {
  if (code !== undefined || cleAcces !== undefined) return
  throw new Problem(hasCle ? 'session.cle_requise' : 'session.code_requis')
}
