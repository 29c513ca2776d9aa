import { createHmac, randomInt } from 'node:crypto'
import { hourMs } from '#domain/contract/durations.ts'
import { type Reprise, repriseAlphabet, repriseLength } from '#domain/utilisateur/reprise.ts'
import { writeAudit } from '../audit/audit.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import { transactionAs } from '../grant/credential.ts'
import { orThrow, Problem } from '../http/problem.ts'
import { derivedKey } from '../secrets/secrets.ts'
import type { ActeurEnSession, SessionDeps } from '../session/acteur.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { createJeton, endJetons, findJeton, takeJeton } from '../utilisateur/jeton.repository.ts'
import { type LoginInput, openLogin, type OpenedLogin } from '../utilisateur/openLogin.ts'
import { findUtilisateur, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { findInscriptionOfInvite } from './invite.repository.ts'

const genre = 'REPRISE'
const lifeMs = 10 * 60_000
const windowMs = hourMs
/** About 40 random bits that live 10 minutes: few tries are enough against guessing. */
const limits = { codesPerPerson: 10, wrongPerNetwork: 20 }

/**
 * Makes a code that signs a guest in on another device. It ends an earlier one.
 * @throws Problem acces.refuse for an account, requete.trop_de_tentatives
 */
export async function beginReprise(deps: SessionDeps, acteur: ActeurEnSession): Promise<Reprise> {
  if (!acteur.invite) throw new Problem('acces.refuse')
  const { clock } = deps
  const { id } = acteur
  await countAttempt(deps, { cle: `reprise:${id}`, limit: limits.codesPerPerson, windowMs })
  const code = Array.from({ length: repriseLength }, () => repriseAlphabet[randomInt(repriseAlphabet.length)]).join('')
  await transactionAs(deps, acteur, async (database) => {
    await endJetons(database, { utilisateurId: id, genre }, nowIso(clock))
    const jeton = { utilisateur: { id, email: '' }, genre, lifeMs, secret: keyedCode(deps, code) } as const
    await createJeton({ database, clock }, jeton)
    const objet = `utilisateur:${id}`
    await writeAudit(database, clock, { acteurId: id, action: 'session/reprise-demandee', objet })
  })
  return { code, expire: isoFromNow(clock, lifeMs) }
}

interface RepriseRequest extends Omit<LoginInput, 'seSouvenir'> {
  readonly code: string
  /** See networkOf. */
  readonly network: string
}

/**
 * Opens a session by a code, once. The first device stays signed in.
 * @throws Problem session.reprise_refusee, requete.trop_de_tentatives after 20 wrong codes of a network in an hour
 */
export async function takeReprise(
  deps: SessionDeps,
  { code, network, ...device }: RepriseRequest,
): Promise<OpenedLogin> {
  const uncount = await countAttempt(deps, { cle: `reprise-ip:${network}`, limit: limits.wrongPerNetwork, windowMs })
  const opened = await deps.database.transaction().execute(async (database) => {
    const now = nowIso(deps.clock)
    const secret = keyedCode(deps, code)
    const jeton = orThrow(await findJeton(database, { secret, genre, now }), 'session.reprise_refusee')
    await lockUtilisateur(database, jeton.utilisateurId)
    const utilisateur = await findUtilisateur(database, jeton.utilisateurId)
    const own = await findInscriptionOfInvite(database, jeton.utilisateurId)
    // A logout or a cancelled registration may have ended the code since it was read.
    const isTaken = await takeJeton(database, jeton.hash, now)
    if (!isTaken || utilisateur?.invite !== 1 || !own) throw new Problem('session.reprise_refusee')
    return openLogin({ ...deps, database }, { ...device, utilisateur, seSouvenir: true, par: 'reprise' })
  })
  await uncount()
  return opened
}

/** A code is short: without the key of the service, a copy of the database does not reveal it. */
function keyedCode({ secrets }: SessionDeps, code: string): string {
  return createHmac('sha256', derivedKey(secrets, 'eclats reprise')).update(code).digest('base64url')
}
