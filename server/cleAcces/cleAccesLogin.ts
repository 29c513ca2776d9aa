import type { InferOutput } from 'valibot'
import type { demandeCleSchema, loginCleSchema } from '#domain/utilisateur/cleAcces.ts'
import { networkOf } from '../http/network.ts'
import { orThrow, Problem } from '../http/problem.ts'
import type { SessionDeps } from '../session/acteur.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { refuseLogin } from '../utilisateur/loginRefusal.ts'
import { hasEmail } from '../utilisateur/addresses.ts'
import { assertOpenAccount, type LoginInput, openLogin, type OpenedLogin } from '../utilisateur/openLogin.ts'
import { findLivingUtilisateur, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { createDefi, defiLifeMs } from './defi.ts'
import { checkCleUse, takeCleUse, type UsedCle } from './usedCle.ts'
import { relyingPartyOf } from './webauthn.ts'

/** The same limit per network as for logins by password. */
const defisPerNetwork = { limit: 100, windowMs: 15 * 60_000 }

/**
 * Creates the challenge for a login by passkey. It names no account: the authenticator offers the passkeys it has.
 * @throws Problem cleAcces.indisponible, requete.trop_de_tentatives
 */
export async function beginCleLogin(
  deps: SessionDeps,
  ip: string,
): Promise<{ defi: string; options: InferOutput<typeof demandeCleSchema> }> {
  const { rpId } = relyingPartyOf(deps.publicUrl)
  await countAttempt(deps, { cle: `defi-ip:${networkOf(ip)}`, ...defisPerNetwork })
  const { defi, challenge } = await createDefi(deps, null)
  return { defi, options: { challenge, rpId, timeout: defiLifeMs, userVerification: 'required' } }
}

/**
 * Opens a session by passkey alone: the authenticator has verified the person, so it counts as two factors. The
 * challenge is marked as used in the same transaction.
 * @throws Problem session.cle_refusee, session.cle_copiee, session.compte_desactive, session.compte_archive
 */
export async function loginByCle(
  deps: SessionDeps,
  { defi, reponse, ...loginOptions }: InferOutput<typeof loginCleSchema> & LoginInput,
): Promise<OpenedLogin> {
  const used = await checkCleUse(deps, { defi, reponse })
  const utilisateurId = used?.cle.utilisateurId ?? null
  return openByCle(deps, used, loginOptions).catch((error: unknown) =>
    refuseLogin(deps, { error, utilisateurId, defi }),
  )
}

async function openByCle(deps: SessionDeps, used: UsedCle | null, loginOptions: LoginInput): Promise<OpenedLogin> {
  const { cle, ...rest } = orThrow(used, 'session.cle_refusee')
  const known = await findLivingUtilisateur(deps.database, cle.utilisateurId)
  // A guest has no passkey.
  if (!known || !hasEmail(known)) throw new Problem('session.cle_refusee')
  await assertOpenAccount(deps, known)
  return deps.database.transaction().execute(async (database) => {
    await lockUtilisateur(database, cle.utilisateurId)
    const outcome = await takeCleUse({ ...deps, database }, { cle, ...rest })
    if (outcome !== 'bonne') throw new Problem(`session.cle_${outcome}`)
    const utilisateur = orThrow(await findLivingUtilisateur(database, cle.utilisateurId), 'session.cle_refusee')
    return openLogin({ ...deps, database }, { ...loginOptions, utilisateur, par: 'cle-acces' })
  })
}
