import type { Selectable } from 'kysely'
import type { CourrielTable } from '#server/database/tables/messages.ts'
import { answerReinitialisations } from '#server/utilisateur/reinitialisation.usecases.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

/** Pending mails to an address, oldest first. */
export function mailsTo({ parts }: TestServer, destinataire: string): Promise<Selectable<CourrielTable>[]> {
  return parts.database
    .selectFrom('courriel')
    .selectAll()
    .where('destinataire', '=', destinataire)
    .orderBy('id')
    .execute()
}

/** The secret of the newest link of a kind in the pending mails to an address; empty when there is none. */
export async function mailedToken(
  server: TestServer,
  email: string,
  page: 'confirmation' | 'fusion' | 'reset-password' | 'restaurer',
): Promise<string> {
  await answerReinitialisations(server.parts)
  const texts = (await mailsTo(server, email)).map(({ texte }) => texte)
  const links = texts.map(
    (texte) => new RegExp(`http://eclats\\.test/${page}\\?token=([\\w-]{43})\\n`).exec(texte)?.[1],
  )
  return links.findLast((link) => link !== undefined) ?? ''
}

/** The secret in the newest mailed link to a last export, before the mail is delivered; empty when there is none. */
export async function mailedExport(server: TestServer, destinataire: string): Promise<string> {
  const mail = (await mailsTo(server, destinataire)).at(-1)
  return /\/api\/exports\/([\w-]{43})\n/.exec(mail?.texte ?? '')?.[1] ?? ''
}
