import { corbeilleDays } from '#domain/media/media.ts'

/** Text below the confirmation question before media are removed. @param n how many */
export function corbeilleDetail(n: number): string {
  const them = n === 1 ? 'le' : 'les'
  return `Pendant ${corbeilleDays} jours, vous pouvez encore ${them} restaurer depuis la corbeille de l'événement.`
}
