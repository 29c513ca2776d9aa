import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Courriel, Mailer } from './mailer.ts'

/** Where mail goes while no SMTP server is configured: one .eml file each in DATA_DIR/outbox (product 33). */
export function outboxFolder(dataDir: string, clock: Clock): Mailer {
  const folder = join(dataDir, 'outbox')
  return {
    async deliver(courriel) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const now = clock.now()
      const name = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`
      await writeFile(join(folder, `.${name}`), emlOf(courriel, now), { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
  }
}

/** One message in the form of RFC 5322, UTF-8 in base64 so that no line is too long. */
export function emlOf({ destinataire, sujet, texte }: Courriel, now: Date): string {
  const body = Buffer.from(texte, 'utf8').toString('base64')
  return [
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    'From: =?utf-8?B?w4ljbGF0cw==?= <ne-pas-repondre@eclats.invalid>',
    `To: <${destinataire}>`,
    `Subject: =?utf-8?B?${Buffer.from(sujet, 'utf8').toString('base64')}?=`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(body.match(/.{1,76}/g) ?? []),
    '',
  ].join('\r\n')
}
