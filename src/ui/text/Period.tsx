import { formatDayTime } from './dates.ts'

/** From one instant to another, on two lines: "samedi 12 décembre, 16:00", "jusqu'au dimanche 13 décembre, 04:00". */
export function Period({ from, to }: { from: string; to: string }) {
  return (
    <>
      <time dateTime={from}>{formatDayTime(from)}</time>
      <br />
      jusqu'au <time dateTime={to}>{formatDayTime(to)}</time>
    </>
  )
}
