import { formatDayTime, zoneSuffix } from './dates.ts'

interface Props {
  /** ISO 8601 instants. */
  from: string
  to: string
  /** The time zone in which they are shown. */
  fuseau: string
}

/**
 * From one instant to another, on two lines: "samedi 12 décembre, 16:00", "jusqu'au dimanche 13 décembre, 04:00". The
 * zone is named once, at the end.
 */
export function Period({ from, to, fuseau }: Props) {
  return (
    <>
      <time dateTime={from}>{formatDayTime(from, fuseau)}</time>
      <br />
      jusqu'au <time dateTime={to}>{formatDayTime(to, fuseau)}</time>
      {zoneSuffix(to, fuseau) || zoneSuffix(from, fuseau)}
    </>
  )
}
