import css from './Progress.module.css'

/** A progress bar; `label` is its accessible name. */
export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
  return <progress className={css.progress} value={value} max={max} aria-label={label} />
}
