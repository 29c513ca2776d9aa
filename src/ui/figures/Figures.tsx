import type { Tone } from '#domain/texte/tone.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Figures.module.css'

export interface Figure {
  readonly label: string
  readonly value: number
  readonly tone?: Tone
}

/** A few figures side by side, each above its label. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classNames('card', css.figures)} style={{ '--columns': figures.length === 4 ? 2 : figures.length }}>
      {figures.map(({ label, value, tone }) => (
        <div key={label} className={css.figure} data-tone={tone}>
          <dt>{label}</dt>
          <dd>{value.toLocaleString('fr-FR')}</dd>
        </div>
      ))}
    </dl>
  )
}
