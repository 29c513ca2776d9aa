import { accentPath } from './accentPath.ts'

const rays = [
  'translate(8 92) rotate(-4) translate(0 -40) scale(.78) rotate(-42) translate(-46 -15)',
  'translate(8 92) rotate(45) translate(0 -46) rotate(-42) translate(-46 -15)',
  'translate(8 92) rotate(94) translate(0 -40) scale(.78) rotate(-42) translate(-46 -15)',
]

/** Three accents; only for success messages. */
export function Burst({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 100 100" className={className} fill="currentColor" aria-hidden="true">
      {rays.map((ray) => (
        <path key={ray} transform={ray} d={accentPath} />
      ))}
    </svg>
  )
}
