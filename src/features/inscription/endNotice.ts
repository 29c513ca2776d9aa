import type { Inscription } from '#domain/inscription/inscription.ts'
import { agree } from '#src/ui/text/quantities.ts'

/**
 * What refusing or cancelling these registrations means. An account can only be invited again. A guest is signed out,
 * cannot be invited, and may enter by a link as another guest.
 */
export function endNotice(inscriptions: readonly Pick<Inscription, 'user'>[]): string {
  const n = inscriptions.length
  const guests = inscriptions.filter(({ user }) => user.invite).length
  const unseen = agree(n, "Cette personne ne verra plus l'événement", "Ces personnes ne verront plus l'événement")
  const invitation = 'Seule une nouvelle invitation pourra rouvrir'
  if (guests === 0) return `${unseen}. ${invitation} ${agree(n, 'son', 'leur')} inscription.`
  const back = 'entrer à nouveau par un lien sans validation : révoquez aussi le lien.'
  if (guests === n)
    return `${unseen} et ${agree(n, 'sera déconnectée. Elle pourrait', 'seront déconnectées. Elles pourraient')} ${back}`
  return `${unseen}. ${invitation} l'inscription de celles qui ont un compte. Celles sans compte seront déconnectées et pourraient ${back}`
}
