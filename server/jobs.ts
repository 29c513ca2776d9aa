import type { FastifyBaseLogger } from 'fastify'
import { expireAbonnements, expireRenewed } from './abonnement/abonnement.jobs.ts'
import { cancelOfErased } from './abonnement/erasedOrganisateur.ts'
import { ClockWatch } from './clockWatch.ts'
import { announceDueChanges } from './evenement/annonce.ts'
import { advanceStatuts } from './evenement/evenement.jobs.ts'
import { eraseExpiredEvenements } from './evenement/supprime.usecases.ts'
import { remindConsentements } from './consentement/rappel.ts'
import { expireConsentements } from './consentement/consentement.usecases.ts'
import { forgetLastExports } from './donnees/lastExport.usecases.ts'
import { followInactivity } from './donnees/inactivite.ts'
import { forgetProofs } from './donnees/proofs.ts'
import { deliverMail } from './mail/mail.usecases.ts'
import { eraseExpiredMedias } from './media/corbeille.usecases.ts'
import { mailAvis } from './notification/avis.usecases.ts'
import type { Parts } from './parts.ts'
import { runJob } from './runJob.ts'
import { schedule } from './schedule.ts'
import { pushAvis } from './push/pushAvis.ts'
import { forgetExpired } from './session/expired.ts'
import { workEach } from './workEach.ts'
import { answerReinitialisations } from './utilisateur/reinitialisation.usecases.ts'

const everyMs = { domain: 15_000, announcements: 2000, mail: 5000, push: 5000, payment: 60_000 }
/** Time for a delivery in progress when the server stops. */
const shutdownGraceMs = 3000

/** Runs the background jobs. Separate timers: a hanging SMTP connection does not delay other jobs. */
export function startJobs(parts: Parts, logger: FastifyBaseLogger): { stop(): Promise<void> } {
  const report = (error: unknown) => logger.error({ err: error }, 'job failed')
  const stopping = new AbortController()
  const watch = new ClockWatch({ ...parts, report })
  const domain = schedule(() => runJobs(parts, watch), { everyMs: everyMs.domain, report })
  const announce = () => runJob('announcements', () => announceDueChanges(parts))
  const announcements = schedule(announce, { everyMs: everyMs.announcements, report })
  const mail = schedule(() => runMail(parts, logger, stopping.signal), { everyMs: everyMs.mail, report })
  const push = schedule(() => runJob('push', () => pushAvis(parts)), { everyMs: everyMs.push, report })
  const payment = schedule(() => runPayment(parts), { everyMs: everyMs.payment, report })
  return {
    async stop() {
      stopping.abort()
      const cut = setTimeout(() => parts.mailer.cut(), shutdownGraceMs)
      await Promise.all([domain.stop(), announcements.stop(), mail.stop(), push.stop(), payment.stop()])
      clearTimeout(cut)
      // A connection that waits for the answer to QUIT would keep the process alive.
      parts.mailer.cut()
    },
  }
}

type Job = readonly [name: string, work: () => Promise<unknown>]

/**
 * Runs every job except mail once.
 * @param watch checked before a job that erases; without it the clock is trusted
 * @throws AggregateError with all failures, after every job has run
 */
export async function runJobs(parts: Parts, watch?: Pick<ClockWatch, 'isTrusted'>): Promise<void> {
  await runEach([
    ['statuts', () => advanceStatuts(parts)],
    ['consentements', () => expireConsentements(parts)],
    ['abonnements', () => expireAbonnements(parts)],
    ['expired', () => forgetExpired(parts)],
    ['security journal', () => parts.journal.forget()],
    ['reminders', () => remindConsentements(parts)],
    ['erasures', () => eraseByClock(parts, watch)],
  ])
}

/** Irreversible jobs that depend on the clock. */
async function eraseByClock(parts: Parts, watch?: Pick<ClockWatch, 'isTrusted'>): Promise<void> {
  if (watch && !(await watch.isTrusted())) return
  await runEach([
    ['last exports', () => forgetLastExports(parts)],
    ['proofs', () => forgetProofs(parts)],
    ['bins', () => eraseExpiredMedias(parts)],
    ['deleted events', () => eraseExpiredEvenements(parts)],
    ['inactivity', () => followInactivity({ ...parts, ...parts.medias })],
  ])
}

/** Runs the mail jobs once: creates messages, then delivers them. A failing job does not stop the others. */
export async function runMail(parts: Parts, logger: FastifyBaseLogger, signal?: AbortSignal): Promise<void> {
  await runEach([
    ['password resets', () => answerReinitialisations(parts)],
    ['notices', () => mailAvis(parts)],
    ['delivery', () => deliverMail(parts, logger, signal)],
  ])
}

/** Runs the jobs that call the payment provider. */
function runPayment(parts: Parts): Promise<void> {
  return runEach([
    ['cancellations', () => cancelOfErased(parts)],
    ['renewals', () => expireRenewed(parts)],
  ])
}

function runEach(jobs: readonly Job[]): Promise<void> {
  return workEach(jobs, ([name, work]) => runJob(name, work))
}
