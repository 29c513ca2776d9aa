import type { FastifyBaseLogger } from 'fastify'
import { advanceStatuts } from './evenement/evenement.clock.ts'
import { deliverMail } from './mail/mail.usecases.ts'
import type { Parts } from './parts.ts'

const everyMs = 15_000

/** What happens without anybody asking: statuts that follow the clock, mail that waits. */
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
  await deliverMail(parts)
}
