import type { FastifyInstance } from 'fastify'
import { premierDuMois } from '#domain/texte/premierDuMois.ts'
import { typographie } from '#domain/texte/typographie.ts'
import type { Database } from '../database/database.ts'
import { escaped } from '../http/htmlText.ts'
import { plainPage } from '../http/plainPage.ts'

export const courrielsAddress = '/demo/courriels'
const shown = 100

/** Mail of the demonstration, newest first: its people have no mailboxes (product 33). */
export function serveCourriels(app: FastifyInstance, database: Database): void {
  app.get(courrielsAddress, async (_request, reply) => {
    const courriels = await database.selectFrom('courriel').selectAll().orderBy('id', 'desc').limit(shown).execute()
    const list = courriels.map((courriel) => `<li>${article(courriel)}</li>`).join('\n')
    const corps = courriels.length === 0 ? '<p>Aucun message pour le moment.</p>' : `<ol>\n${list}\n</ol>`
    return plainPage(reply, { titre: 'Messages envoyés', corps: `${intro}\n${corps}` })
  })
}

const intro = `<p class="quiet">${typographie(
  'Les messages que la démonstration enverrait : ils restent ici, personne ne les reçoit.',
)}</p>`
const dateFormat = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Paris',
})

interface ShownCourriel {
  readonly id: number
  readonly destinataire: string
  readonly sujet: string
  readonly texte: string
  readonly creeLe: string
}

function article({ id, destinataire, sujet, texte, creeLe }: ShownCourriel): string {
  const date = escaped(premierDuMois(dateFormat.format(new Date(creeLe))))
  return `<article aria-labelledby="m${id}">
<h2 id="m${id}">${escaped(sujet)}</h2>
<p class="quiet">${typographie('À :')} ${escaped(destinataire)} · <time datetime="${creeLe}">${date}</time></p>
<p class="words">${linked(texte)}</p>
</article>`
}

/** Escaped text with its URLs as links. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('')
}
