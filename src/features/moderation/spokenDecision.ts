import { createStore } from '@tanstack/react-store'
import { count } from '#src/ui/text/quantities.ts'
import type { Geste } from '#upload-queue/decisions/decision.ts'

/** "photo" and "vidéo" are feminine, "médias" is masculine. */
const participles: Readonly<Record<Geste, readonly [one: string, many: string]>> = {
  valider: ['validée', 'validés'],
  rejeter: ['rejetée', 'rejetés'],
  supprimer: ['supprimée', 'supprimés'],
  favori: ['mise en favori', 'mis en favori'],
  unfavori: ['retirée des favoris', 'retirés des favoris'],
  couverture: ['mise en couverture', 'mis en couverture'],
  sansCouverture: ['retirée de la couverture', 'retirés de la couverture'],
}

/** "Photo de Zoé Lambert, 21:08, mise en favori"; empty without media. */
export function decisionWords(geste: Geste, names: readonly string[]): string {
  const [one, many] = participles[geste]
  if (names.length === 0) return ''
  return names.length === 1 ? `${names[0]}, ${one}` : `${count(names.length, 'média', 'médias')} ${many}`
}

const nothing = { words: '', times: 0 }

/** What screen readers announce of an act that nothing visible says in words; counted, as the words may repeat. */
export const spoken = createStore(nothing)

/** Announces a decision to screen readers, also when the words are those of the last one. */
export function speak(words: string): void {
  spoken.setState(({ times }) => ({ words, times: times + 1 }))
}

export function endSpoken(): void {
  spoken.setState(() => nothing)
}
