import type { Role } from '#domain/utilisateur/utilisateur.ts'
import type { Lettre } from '../mail/lettre.ts'

interface Avis {
  readonly utilisateur: { readonly prenom: string; readonly role: Role }
  /** Null when the event is gone. */
  readonly evenement: { readonly id: number; readonly titre: string } | null
  readonly news: readonly { readonly titre: string; readonly message: string }[]
  readonly publicUrl: string
  readonly desinscription: string
}

const linesShown = 20

/** One message for all that is new about an event; what happened often is said once, with how often. */
export function lettreOfAvis({ utilisateur, evenement, news, publicUrl, desinscription }: Avis): Lettre {
  const name = evenement?.titre ?? news[0]?.titre ?? ''
  const lines = countedLines(news.map(({ titre, message }) => (titre === name ? message : `${titre} : ${message}`)))
  const more = lines.length - linesShown
  return {
    sujet: `Des nouvelles de « ${name} »`,
    prenom: utilisateur.prenom,
    paragraphes: [
      `Voici du nouveau sur « ${name} » :`,
      ...lines.slice(0, linesShown),
      ...(more > 0 ? [`Et ${more} de plus dans l'application.`] : []),
    ],
    bouton: { libelle: 'Ouvrir Éclats', adresse: `${publicUrl}${pathOf(utilisateur.role, evenement?.id)}` },
    desinscription,
  }
}

function countedLines(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, n]) => (n === 1 ? line : `${line} (${n} fois)`))
}

function pathOf(role: Role, evenementId: number | undefined): string {
  if (evenementId === undefined || role === 'ADMINISTRATEUR') return '/'
  return role === 'ORGANISATEUR' ? `/organizer/evenements/${evenementId}` : `/participant/evenements/${evenementId}`
}
