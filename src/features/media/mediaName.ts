import { type Media, typeMediaLabels } from '#domain/media/media.ts'
import { formatDayTime, formatTime } from '#src/ui/text/dates.ts'

/** "Votre photo, 21:08" or "Photo de Karim Haddad, 21:12". */
export function mediaName(media: Pick<Media, 'type' | 'auteur' | 'datePrise'>, utilisateurId: number): string {
  const type = typeMediaLabels[media.type]
  const who =
    media.auteur.id === utilisateurId
      ? `Votre ${type.toLowerCase()}`
      : `${type} de ${media.auteur.prenom} ${media.auteur.nom}`
  return `${who}, ${formatTime(media.datePrise)}`
}

interface Moment {
  readonly title: string
  readonly medias: readonly Media[]
}

/** A moment holds at least this many media, so that no row stands nearly empty. */
const momentSize = 9

/** Media of one day, an hour or a few at a time, newest first: "vendredi 20 novembre, vers 21 h". */
export function byMoment(medias: readonly Media[]): readonly Moment[] {
  const groups: Media[][] = []
  for (const media of medias.toSorted((a, b) => Date.parse(b.datePrise) - Date.parse(a.datePrise))) {
    const last = groups.at(-1)
    const first = last?.[0]
    const isFull = last !== undefined && last.length >= momentSize && hourOf(last.at(-1) ?? media) !== hourOf(media)
    if (last && first && dayOf(first) === dayOf(media) && !isFull) last.push(media)
    else groups.push([media])
  }
  return groups.map((group) => ({ title: titleOf(group), medias: group }))
}

function titleOf(group: readonly Media[]): string {
  const [newest] = group
  const oldest = group.at(-1)
  if (!newest || !oldest) return ''
  const isToday = dayOf(newest) === new Date().toDateString()
  const day = isToday ? "Aujourd'hui" : formatDayTime(newest.datePrise).replace(/, [^,]*$/, '')
  const [from, to] = [hourOf(oldest), hourOf(newest)]
  return from === to ? `${day}, vers ${to}\u00A0h` : `${day}, de ${from}\u00A0h à ${to}\u00A0h`
}

const dayOf = ({ datePrise }: Media) => new Date(datePrise).toDateString()
const hourOf = ({ datePrise }: Media) => new Date(datePrise).getHours()
