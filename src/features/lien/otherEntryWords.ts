import { ofName } from '#domain/texte/ofName.ts'
import { agree, count } from '#src/ui/text/quantities.ts'
import type { OtherEntry } from './useOtherEntries.ts'

/** "2 photos de Marie attendent pour « Mariage »". */
export function otherEntryWords({ entry, items }: Pick<OtherEntry, 'entry' | 'items'>): string {
  const { length } = items
  const photos = `${count(length, 'photo', 'photos')} ${ofName(entry.prenom)}`
  return `${photos} ${agree(length, 'attend', 'attendent')} pour « ${entry.evenement.titre} »`
}
