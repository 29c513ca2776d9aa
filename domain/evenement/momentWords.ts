import { localTextOf } from '#domain/evenement/fuseau.ts'

const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ')

/** "à 21:04" on the day of `now`, "le 14 juin à 21:04" on another one, by the clocks of a zone. */
export function momentWords(instant: string | number, { now, fuseau }: { now: number; fuseau: string }): string {
  const [day = '', time = ''] = localTextOf(instant, fuseau).split('T')
  const [today = ''] = localTextOf(now, fuseau).split('T')
  if (day === today) return `à ${time}`
  const [year = '', month, date] = day.split('-')
  const otherYear = today.startsWith(year) ? '' : ` ${year}`
  const dayOfMonth = Number(date) === 1 ? '1er' : String(Number(date))
  return `le ${dayOfMonth} ${months[Number(month) - 1]}${otherYear} à ${time}`
}
