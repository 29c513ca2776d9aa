import type { InferOutput } from 'valibot'
import { hourMs } from '#domain/contract/durations.ts'
import type { loginSchema, registerSchema } from '#domain/utilisateur/authentification.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { networkOf } from '../http/network.ts'
import { limitMailTo } from '../mail/mailLimit.ts'
import { prepareSecondStep, takeSecondStep } from '../secondFacteur/secondStep.ts'
import type { SessionDeps } from '../session/acteur.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import type { BreachedPasswords } from './breachedPasswords.ts'
import { assertAcceptablePassword } from './acceptablePassword.ts'
import { type ConfirmationDeps, mailConfirmation } from './confirmation.usecases.ts'
import { countLogin, type RequestOrigin } from './loginLimit.ts'
import { refuseLogin } from './loginRefusal.ts'
import { assertOpenAccount, type LoginInput, openLogin, type OpenedLogin } from './openLogin.ts'
import { fitsPassword, hashPassword } from './passwordHash.ts'
import type { RestaurationDeps } from './restauration.usecases.ts'
import { findUtilisateurByEmail, insertUtilisateur } from './utilisateur.repository.ts'

const registrationsPerIpAndHour = 300

export interface LoginDeps extends SessionDeps, RestaurationDeps {
  pause(ms: number): Promise<void>
}

/**
 * Creates an account with an unconfirmed address and mails the confirmation link.
 * @throws Problem as assertAcceptablePassword and limitMailTo; utilisateur.email_pris, requete.trop_de_tentatives
 */
export async function register(
  deps: ConfirmationDeps & { readonly breachedPasswords: BreachedPasswords },
  input: InferOutput<typeof registerSchema> & { ip: string },
): Promise<UtilisateurRow> {
  const { clock } = deps
  const network = networkOf(input.ip)
  const limit = { cle: `inscription-ip:${network}`, limit: registrationsPerIpAndHour, windowMs: hourMs }
  await countAttempt(deps, limit)
  const email = normalizeEmail(input.email)
  await assertAcceptablePassword(deps, input.password, { ...input, email })
  await limitMailTo(deps, email)
  const motDePasse = await hashPassword(input.password)
  const now = nowIso(clock)
  return deps.database.transaction().execute(async (database) => {
    const { nom, prenom, role } = input
    const account = { email, motDePasse, nom, prenom, role, statutActif: 1 as const }
    const dates = { dateCreation: now, derniereActivite: now, emailConfirmeLe: null, archiveLe: null }
    const inserted = await insertUtilisateur(database, { ...account, ...dates, emailEnAttente: null })
    const utilisateur = orThrow(inserted, 'utilisateur.email_pris')
    await mailConfirmation({ ...deps, database }, { ...utilisateur, email })
    const objet = `utilisateur:${utilisateur.id}`
    await writeAudit(database, clock, { acteurId: utilisateur.id, action: 'utilisateur/cree', objet, detail: { role } })
    return utilisateur
  })
}

/**
 * Opens a session for an address and a password. An unknown address gives the same answer, after the same time, as a
 * wrong password. For an archived account, mails the link that reopens it.
 */
export async function login(
  deps: LoginDeps,
  input: InferOutput<typeof loginSchema> & RequestOrigin & Omit<LoginInput, 'seSouvenir'>,
): Promise<OpenedLogin> {
  const { database } = deps
  const email = normalizeEmail(input.email)
  const resetFailures = await countLogin(deps, email, input)

  const utilisateur = await findUtilisateurByEmail(database, email)
  const fits = await fitsPassword(utilisateur?.motDePasse, input.password)
  if (!utilisateur || !fits) {
    const error = new Problem('session.identifiants')
    return refuseLogin(deps, { error, utilisateurId: utilisateur?.id ?? null })
  }
  await resetFailures()
  await assertOpenAccount(deps, utilisateur)

  const { seSouvenir, appareil, replaced, code, cleAcces } = input
  const given = { utilisateurId: utilisateur.id, code, cleAcces }
  const used = await prepareSecondStep(deps, given)
  const opening = database.transaction().execute(async (transaction) => {
    const loginOptions = { utilisateur, seSouvenir, appareil, replaced, par: 'mot-de-passe' } as const
    const opened = await openLogin({ ...deps, database: transaction }, loginOptions)
    const wrong = await takeSecondStep({ ...deps, database: transaction }, given, used)
    if (wrong !== null) throw new Problem(`session.${wrong}`)
    return opened
  })
  return opening.catch((error: unknown) =>
    refuseLogin(deps, { error, utilisateurId: utilisateur.id, defi: cleAcces?.defi }),
  )
}
