import { dayMs } from '#domain/contract/durations.ts'
import { type Clock, isoFromNow, nowIso } from '../clock.ts'
import type { ConsentementRow } from '../database/tables/people.ts'
import { dayWords } from '../mail/dayWords.ts'
import { enqueueMail } from '../mail/mail.usecases.ts'
import { notify } from '../notification/notify.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { provenEmailOf } from '../utilisateur/addresses.ts'
import { findUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { workEach } from '../workEach.ts'
import { findConsentementsToRemind, markReminded } from './consentement.repository.ts'

interface RappelDeps extends DatabaseDeps {
  readonly publicUrl: string
}

const reminderDays = 30

/** The instant (ISO 8601) before which a consent ends soon. */
export function reminderEnd(clock: Clock): string {
  return isoFromNow(clock, reminderDays * dayMs)
}

/** Reminds people once, thirty days before their consent ends, in the app and by mail (product 29). */
export async function remindConsentements(deps: RappelDeps): Promise<void> {
  const ending = { now: nowIso(deps.clock), before: reminderEnd(deps.clock) }
  await workEach(await findConsentementsToRemind(deps.database, ending), (consentement) =>
    deps.database.transaction().execute((database) => remind({ ...deps, database }, consentement)),
  )
}

async function remind(deps: RappelDeps, { id, utilisateurId, dateExpiration }: ConsentementRow): Promise<void> {
  const { database, clock, publicUrl } = deps
  const utilisateur = await findUtilisateur(database, utilisateurId)
  if (!utilisateur?.statutActif || utilisateur.archiveLe !== null) return
  if (!(await markReminded(database, id, nowIso(clock)))) return
  const sujet = 'Votre consentement arrive à son terme'
  const day = dayWords(new Date(dateExpiration))
  const message = `Il prend fin le ${day}. Renouvelez-le depuis votre profil pour continuer à envoyer des médias.`
  const notification = { utilisateurId, type: 'CONSENTEMENT', titre: sujet, message, isMailed: true } as const
  await notify(database, clock, [{ ...notification, evenementId: null }])
  const destinataire = provenEmailOf(utilisateur)
  if (destinataire === '') return
  await enqueueMail(database, clock, {
    destinataire,
    utilisateurId,
    lettre: {
      sujet,
      prenom: utilisateur.prenom,
      paragraphes: [
        `Votre consentement au traitement de vos photos et de vos vidéos prend fin le ${day}.`,
        'Sans lui, vos nouveaux envois attendent sur votre téléphone. Ceux qui sont déjà dans un album y restent.',
      ],
      bouton: { libelle: 'Ouvrir mon profil', adresse: `${publicUrl}/profil` },
    },
  })
}
