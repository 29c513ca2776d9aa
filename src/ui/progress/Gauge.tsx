import { classNames } from '#src/ui/text/classNames.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import { Progress } from './Progress.tsx'
import css from './Progress.module.css'

interface Props {
  label: string
  value: number
  max: number
  /** Longer accessible name, when the visible one is short. */
  fullLabel?: string
}

/** A quota: label, "3 sur 3", bar; red when full. */
export function Gauge({ label, value, max, fullLabel }: Props) {
  return (
    <div className={classNames(css.gauge)} data-part="gauge" data-tone={value >= max ? 'red' : undefined}>
      <p className={css.gaugeLine}>
        <span>{label}</span>
        <span className={css.gaugeValue}>
          {formatNumber(value)} sur {formatNumber(max)}
        </span>
      </p>
      <Progress value={Math.min(value, max)} max={Math.max(max, 1)} label={fullLabel ?? label} />
    </div>
  )
}
