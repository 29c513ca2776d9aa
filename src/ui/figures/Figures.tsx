import { Link, type LinkProps } from '@tanstack/react-router'
import type { Tone } from '#domain/texte/tone.ts'
import { Skeleton } from '#src/ui/state/Skeleton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import css from './Figures.module.css'

/** A number with what it counts: 12, "Médias". */
export interface Figure {
  readonly label: string
  readonly value: number
  readonly tone?: Tone
  /** The list that the figure counts. */
  readonly link?: Pick<LinkProps, 'to' | 'params' | 'search'>
}

interface Props {
  figures: readonly Figure[]
  /** `card`: cells of a card; `large`: the same with larger figures; `line`: figure and label side by side. */
  look?: 'card' | 'large' | 'line'
  /** Shows the labels with placeholders instead of the figures. */
  loading?: boolean
}

/** A few figures with their labels. */
export function Figures({ figures, look = 'card', loading = false }: Props) {
  return (
    <ul
      className={classNames(css.figures, look !== 'line' && 'card')}
      data-look={look}
      style={{ '--columns': figures.length === 4 ? 2 : figures.length }}
    >
      {figures.map(({ label, value, tone, link }) => {
        const content = (
          <>
            <b>{loading ? <Skeleton width="1.4em" height="1em" /> : formatNumber(value)}</b>
            <span>{label}</span>
          </>
        )
        return (
          <li key={label}>
            {link === undefined || loading ? (
              <div className={css.figure} data-tone={tone}>
                {content}
              </div>
            ) : (
              <Link {...link} className={css.figure} data-tone={tone}>
                {content}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
