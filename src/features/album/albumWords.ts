import type { ChoixAlbum, OffreAlbum } from '#domain/album/album.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { formatDayMonth, formatEventTime, isSameDay } from '#src/ui/text/dates.ts'
import { count, formatSize } from '#src/ui/text/quantities.ts'

/** Label and description of each option. */
export const choixLabels: Readonly<Record<ChoixAlbum, { label: string; about: string }>> = {
  VALIDES: { label: "Tout l'album", about: 'Les médias validés, sans le lieu de prise de vue.' },
  FAVORIS: { label: 'Les favoris', about: 'Ceux que vous avez marqués, sauf les rejetés.' },
  TOUS: { label: 'Tout, même en attente', about: 'Les médias validés et ceux qui attendent votre avis.' },
  MIENS: { label: 'Mes médias', about: "Vos originaux, tels que vous les avez envoyés, avec leur lieu s'ils l'ont." },
}

interface Lot {
  readonly nombre: number
  readonly octets: number
}

/** "57 médias, 214 Mo"; "Rien pour le moment" for an empty lot. */
export function lotWords({ nombre, octets }: Lot): string {
  return nombre === 0 ? 'Rien pour le moment' : `${count(nombre, 'média', 'médias')}, ${formatSize(octets)}`
}

/** "depuis le 14 juin", "depuis 18:30" on the same day, in the event's time zone. */
export function sinceWords({ depuis }: NonNullable<OffreAlbum['nouveautes']>, fuseau: string | undefined): string {
  return isSameDay(depuis, serverNow(), fuseau)
    ? `depuis ${formatEventTime(depuis, fuseau)}`
    : `depuis le ${formatDayMonth(depuis, fuseau)}`
}

/** Why some media are missing; null when none is. */
export function absentsWords(absents: number): string | null {
  if (absents === 0) return null
  const many = count(absents, 'média', 'médias')
  return absents === 1
    ? `${many} n'y est pas : son fichier manque, ou pourrait dire où il a été pris.`
    : `${many} n'y sont pas : leur fichier manque, ou pourrait dire où ils ont été pris.`
}
