import { ChevronDown } from 'lucide-react'
import type { Tone } from '#domain/texte/tone.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import field from '#src/ui/field/Field.module.css'
import css from './StatusSelect.module.css'

interface Props<V extends string> {
  /** Accessible label: the object whose status this is. */
  label: string
  value: V
  labels: Record<V, { label: string; tone: Tone }>
  disabled?: boolean
  /** Why it is disabled. */
  title?: string
  'aria-describedby'?: string
  onChange: (value: V) => void
}

/** A status select in the tone of its value, with immediate effect. */
export function StatusSelect<V extends string>({ label, value, labels, onChange, ...select }: Props<V>) {
  return (
    <label className={classNames(field.select, css.statusSelect)} data-tone={labels[value].tone}>
      <span className="visually-hidden">{label}</span>
      <select {...select} value={value} onChange={(event) => onChange(event.target.value as V)}>
        {(Object.keys(labels) as V[]).map((key) => (
          <option key={key} value={key}>
            {labels[key].label}
          </option>
        ))}
      </select>
      <ChevronDown className="icon--small" />
    </label>
  )
}
