import { accentPath } from './accentPath.ts'

/** The accent that marks the current entry of the navigation. */
export function Accent({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="28 -2 36 32" className={className} fill="currentColor" aria-hidden="true">
      <path d={accentPath} />
    </svg>
  )
}
