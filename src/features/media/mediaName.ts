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

/** Media taken within the same hour, newest moment first: "vendredi 20 novembre, vers 21 h". */
export function byMoment(medias: readonly Media[]): { title: string; medias: Media[] }[] {
  const sorted = medias.toSorted((a, b) => Date.parse(b.datePrise) - Date.parse(a.datePrise))
  const moments = new Map<string, Media[]>()
  for (const media of sorted) {
    const title = momentOf(media.datePrise)
    const group = moments.get(title)
    if (group) group.push(media)
    else moments.set(title, [media])
  }
  return [...moments].map(([title, group]) => ({ title, medias: group }))
}

function momentOf(datePrise: string): string {
  const date = new Date(datePrise)
  const isToday = date.toDateString() === new Date().toDateString()
  const day = isToday ? "Aujourd'hui" : formatDayTime(date).replace(/, [^,]*$/, '')
  return `${day}, vers ${date.getHours()}\u00A0h`
}
