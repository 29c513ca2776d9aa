import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { clockTime, spokenTime } from '#src/ui/text/clockTime.ts'
import css from './Trim.module.css'

interface Props {
  /** Whole seconds. */
  begin: number
  end: number
  duration: number
  disabled?: boolean
  onChange: (part: { begin: number; end: number }) => void
}

/** Begin and end of a part: two handles on one track, and buttons that move them by one second. */
export function TrimRange({ begin, end, duration, disabled = false, onChange }: Props) {
  // The part is one second long at least.
  const setBegin = (value: number) => onChange({ begin: Math.max(0, Math.min(value, end - 1)), end })
  const setEnd = (value: number) => onChange({ begin, end: Math.min(duration, Math.max(value, begin + 1)) })
  const handle = { min: 0, max: duration, step: 1, disabled } as const
  return (
    <div>
      <div className={css.range} style={{ '--begin': begin / duration, '--end': end / duration }}>
        <span className={css.rail} />
        <input
          type="range"
          {...handle}
          // The handles may lie upon each other: the one that has room to move must be on top.
          data-top={begin > duration / 2 || undefined}
          aria-label="Début de l'extrait"
          aria-valuetext={spokenTime(begin)}
          value={begin}
          onChange={(event) => setBegin(event.target.valueAsNumber)}
        />
        <input
          type="range"
          {...handle}
          aria-label="Fin de l'extrait"
          aria-valuetext={spokenTime(end)}
          value={end}
          onChange={(event) => setEnd(event.target.valueAsNumber)}
        />
      </div>
      <div className={css.steps}>
        <Step label="Début" time={begin} disabled={disabled} onStep={(by) => setBegin(begin + by)} />
        <Step label="Fin" time={end} disabled={disabled} onStep={(by) => setEnd(end + by)} />
      </div>
    </div>
  )
}

interface StepProps {
  label: 'Début' | 'Fin'
  time: number
  disabled: boolean
  onStep: (seconds: number) => void
}

/** Moves a handle without dragging: on a phone, one pixel of the track is several seconds of a long video. */
function Step({ label, time, disabled, onStep }: StepProps) {
  return (
    <div className={css.step}>
      <IconButton name={`${label} : une seconde plus tôt`} edged disabled={disabled} onClick={() => onStep(-1)}>
        <Minus />
      </IconButton>
      <p>
        <span className="muted">{label}</span> <b>{clockTime(time)}</b>
      </p>
      <IconButton name={`${label} : une seconde plus tard`} edged disabled={disabled} onClick={() => onStep(1)}>
        <Plus />
      </IconButton>
    </div>
  )
}
