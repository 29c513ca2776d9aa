import type { FastifyBaseLogger } from 'fastify'
import { advanceStatuts } from './evenement/evenement.clock.ts'
import { expireConsentements } from './consentement/consentement.usecases.ts'
import { deliverMail } from './mail/mail.usecases.ts'
import type { Parts } from './parts.ts'
import { forgetExpired } from './session/expired.ts'

const everyMs = 15_000

/** What happens without anybody asking: what follows the clock, mail that waits. */
export function startJobs(parts: Parts, logger: FastifyBaseLogger): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const round = () => {
    running = running.then(() => runJobs(parts)).catch((error: unknown) => logger.error({ err: error }, 'job failed'))
  }
  round()
  const timer = setInterval(round, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** One round of every job. */
export async function runJobs(parts: Parts): Promise<void> {
  await advanceStatuts(parts)
  await expireConsentements(parts)
  await deliverMail(parts)
  await forgetExpired(parts)
}
