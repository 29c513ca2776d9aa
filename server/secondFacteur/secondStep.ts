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

/** What a login of a person takes beside the password. */
export interface SecondStep {
  /** Null when there is no authenticator app that a code has proven. */
  readonly facteur: SecondFacteurRow | null
  readonly hasCle: boolean
}

/** What was brought for the second step. */
export interface GivenStep {
  readonly utilisateurId: number
  readonly code?: string | undefined
  readonly cleAcces?: PreuveCle | undefined
}

/** The second step of a person's logins; null when the password is enough. A passkey alone does not ask for one. */
export async function findSecondStep(database: Database, utilisateurId: number): Promise<SecondStep | null> {
  const known = await findSecondFacteur(database, utilisateurId)
  const facteur = known && known.activeLe !== null ? known : null
  const utilisateur = await findUtilisateur(database, utilisateurId)
  if (facteur === null && (utilisateur?.cleExigeeLe ?? null) === null) return null
  return { facteur, hasCle: (await findClesAcces(database, utilisateurId)).length > 0 }
}

/**
 * Counts a try at the second step, and checks the passkey; before the transaction that uses it up and may be rolled back.
 * @returns the passkey that was used; null without one, or when it is wrong
 * @throws Problem session.code_requis, session.cle_requise when nothing was brought; requete.trop_de_tentatives
 */
export async function prepareSecondStep(deps: StepDeps, given: GivenStep): Promise<UsedCle | null> {
  const step = await findSecondStep(deps.database, given.utilisateurId)
  if (step === null) return null
  assertGiven(step, given)
  await countGuess(deps, given.utilisateurId)
  return given.cleAcces === undefined ? null : checkCleUse(deps, given.cleAcces)
}

/**
 * Uses up what was brought for the second step, where the person's logins ask for one.
 * @param deps with the database of a transaction: what fails uses nothing up
 * @param used what prepareSecondStep gave
 * @returns what was wrong; null when nothing was
 * @throws Problem session.code_requis, session.cle_requise when nothing was brought
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

/** Forgets everything that a person's logins know beside the password: app, recovery codes, passkeys. */
export async function removeSecondStep(database: Database, utilisateurId: number): Promise<void> {
  await removeSecondFacteur(database, utilisateurId)
  await removeCodesSecours(database, utilisateurId)
  await database.deleteFrom('cleAcces').where('utilisateurId', '=', utilisateurId).execute()
  await database.deleteFrom('defi').where('utilisateurId', '=', utilisateurId).execute()
  await updateUtilisateur(database, utilisateurId, { cleExigeeLe: null })
}

function assertGiven({ hasCle }: SecondStep, { code, cleAcces }: GivenStep): void {
  if (code !== undefined || cleAcces !== undefined) return
  throw new Problem(hasCle ? 'session.cle_requise' : 'session.code_requis')
}
