import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailer } from './mailer.ts'
import { mailMessage, type MailOrigin } from './mailMessage.ts'

/** Stores mail while no mail server is configured: one .eml file each in DATA_DIR/outbox (product 33). */
export function outboxFolder(dataDir: string, origin: MailOrigin): Mailer {
  const folder = join(dataDir, 'outbox')
  return {
    async deliver(courriel) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Named by its row: a second delivery overwrites the first one.
      const name = `${courriel.creeLe.replaceAll(/[:.]/g, '-')}-${courriel.id}.eml`
      await writeFile(join(folder, `.${name}`), await mailMessage(courriel, origin), { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
    closeIdle() {},
    cut() {},
  }
}
