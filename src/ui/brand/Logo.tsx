import { classNames } from '#src/ui/text/classNames.ts'
import { accentPath } from './accentPath.ts'
import css from './Brand.module.css'

/** The word "Éclats" with its accent; `withMark` adds the short form for narrow rails. */
export function Logo({ withMark, className }: { withMark?: boolean; className?: string }) {
  return (
    <span className={classNames(css.logo, className)} data-part="logo">
      {withMark && (
        <svg viewBox="-12 -4 100 128" aria-hidden="true" data-part="logo__mark">
          <path {...stroke} strokeWidth="15" d="M62 44H26q-10 0-10 10v46q0 10 10 10h36M16 77h38" />
          <path fill="var(--accent)" transform="translate(-6 -2) scale(1.12)" d={accentPath} />
        </svg>
      )}
      <svg viewBox="0 0 342 128" aria-hidden="true" data-part="logo__word">
        <path
          {...stroke}
          strokeWidth="13"
          d="M56 44H26q-10 0-10 10v46q0 10 10 10h30M16 77h34M123 66a25 25 0 1 0 0 36M150 34v66q0 10 8 10M224 60v50M224 85a24 24 0 1 0-48 0 24 24 0 0 0 48 0zM258 44v54q0 12 12 12M245 62h26M322 68q-5-8-16-8-14 0-14 12 0 9 14 12 16 3 16 14 0 12-16 12-13 0-18-9"
        />
        <path fill="var(--accent)" d={accentPath} />
      </svg>
    </span>
  )
}

const stroke = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
