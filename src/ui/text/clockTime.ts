import { count } from '#src/ui/text/quantities.ts'

/** "0:08", "12:05", "1:02:05", for whole seconds. */
export function clockTime(seconds: number): string {
  const [hours, minutes, rest] = partsOf(seconds)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}

/** "8 secondes", "12 minutes 5 secondes", for a screen reader. */
export function spokenTime(seconds: number): string {
  const [hours, minutes, rest] = partsOf(seconds)
  const words = [
    ...(hours > 0 ? [count(hours, 'heure', 'heures')] : []),
    ...(minutes > 0 ? [count(minutes, 'minute', 'minutes')] : []),
    ...(rest > 0 || seconds < 60 ? [count(rest, 'seconde', 'secondes')] : []),
  ]
  return words.join(' ')
}

function partsOf(seconds: number): [hours: number, minutes: number, seconds: number] {
  const whole = Math.round(seconds)
  return [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
}
