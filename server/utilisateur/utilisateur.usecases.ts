import type { InferOutput } from 'valibot'
import type { loginSchema, registerSchema } from '#domain/utilisateur/authentification.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { networkOf } from '../http/network.ts'
import { limitMailTo } from '../mail/mailLimit.ts'
import type { SessionDeps } from '../session/acteur.ts'
import { assertSecondFacteur, countLoginGuess } from '../secondFacteur/secondFacteurCode.ts'
import { openSession } from '../session/session.usecases.ts'
import type { PresentedCookie } from '../session/refreshCookie.ts'
import type { OpenedSession } from '../session/startSession.ts'
import { countAttempt } from '../tentative/tentative.ts'
import type { Parts } from '../parts.ts'
import { assertAcceptablePassword } from './acceptablePassword.ts'
import { type ConfirmationDeps, mailConfirmation } from './confirmation.usecases.ts'
import { countLogin, type RequestOrigin } from './loginLimit.ts'
import { fitsPassword, hashPassword } from './passwordHash.ts'
import { type RestaurationDeps, sendRestauration } from './restauration.usecases.ts'
import { findUtilisateurByEmail, insertUtilisateur, touchUtilisateur } from './utilisateur.repository.ts'

const hourMs = 3_600_000
const registrationsPerIpAndHour = 300

export type LoginDeps = SessionDeps & RestaurationDeps & Pick<Parts, 'pause'>

/** Creates an account and mails it a link that proves its address. */
export async function register(
  deps: ConfirmationDeps & Pick<Parts, 'breachedPasswords'>,
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
    await mailConfirmation({ ...deps, database }, utilisateur)
    const objet = `utilisateur:${utilisateur.id}`
    await writeAudit(database, clock, { acteurId: utilisateur.id, action: 'utilisateur/cree', objet, detail: { role } })
    return utilisateur
  })
}

/**
 * Opens a session for an address and a password. An unknown address takes as long as a wrong password and answers
 * the same. An archived account is mailed the link that opens it again.
 */
export async function login(
  deps: LoginDeps,
  input: InferOutput<typeof loginSchema> & RequestOrigin & { appareil: string; replaced: PresentedCookie | null },
): Promise<{ utilisateur: UtilisateurRow; session: OpenedSession }> {
  const { database, clock } = deps
  const email = normalizeEmail(input.email)
  const forgive = await countLogin(deps, email, input)

  const utilisateur = await findUtilisateurByEmail(database, email)
  const fits = await fitsPassword(utilisateur?.motDePasse, input.password)
  if (!utilisateur || !fits) {
    const objet = `utilisateur:${utilisateur?.id ?? 'inconnu'}`
    await writeRefusal(deps, objet)
    throw new Problem('session.identifiants')
  }
  await forgive()
  if (!utilisateur.statutActif) throw new Problem('session.compte_desactive')
  if (utilisateur.archiveLe !== null) {
    await sendRestauration(deps, utilisateur)
    throw new Problem('session.compte_archive')
  }

  const { seSouvenir, appareil, replaced, code } = input
  const given = { utilisateurId: utilisateur.id, code }
  await countLoginGuess(deps, given)
  const opening = database.transaction().execute(async (transaction) => {
    const opened = { utilisateur, seSouvenir, appareil, replaced }
    const session = await openSession({ ...deps, database: transaction }, opened)
    await assertSecondFacteur({ ...deps, database: transaction }, given)
    await touchUtilisateur({ ...deps, database: transaction }, utilisateur.id)
    await writeAudit(transaction, clock, {
      acteurId: utilisateur.id,
      action: 'session/ouverte',
      objet: `utilisateur:${utilisateur.id}`,
      detail: { seSouvenir },
    })
    return { utilisateur, session }
  })
  return opening.catch(async (error: unknown) => {
    const isWrongCode = error instanceof Problem && error.code === 'session.code_incorrect'
    if (isWrongCode) await writeRefusal(deps, `utilisateur:${utilisateur.id}`)
    throw error
  })
}

async function writeRefusal({ database, clock }: SessionDeps, objet: string): Promise<void> {
  await database
    .transaction()
    .execute((transaction) => writeAudit(transaction, clock, { acteurId: null, action: 'session/refusee', objet }))
}
