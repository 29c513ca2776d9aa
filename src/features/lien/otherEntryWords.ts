import { ofName } from '#domain/texte/ofName.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { agree } from '#src/ui/text/quantities.ts'
import type { OtherEntry } from './useOtherEntries.ts'

/** "2 photos de Marie attendent pour « Mariage »". */
export function otherEntryWords({ entry, items }: Pick<OtherEntry, 'entry' | 'items'>): string {
  const media = `${mediaWords(items)} ${ofName(entry.prenom)}`
  return `${media} ${agree(items.length, 'attend', 'attendent')} pour « ${entry.evenement.titre} »`
}
