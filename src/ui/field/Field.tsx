import { CircleAlert } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { french } from '#src/ui/text/french.ts'
import css from './Field.module.css'

interface FrameProps {
  label: string
  error?: string | undefined
  hint?: string | undefined
  children: (ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }) => ReactNode
}

/** Label above, hint or error below, linked for screen readers. */
export function FieldFrame({ label, error, hint, children }: FrameProps) {
  const id = useId()
  const below = `${id}-aide`
  const hasBelow = error !== undefined || hint !== undefined
  return (
    <div className={css.field}>
      <label className={css.fieldLabel} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasBelow ? below : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined ? (
        <FieldError id={below}>{error}</FieldError>
      ) : (
        hint !== undefined && (
          <p className={css.fieldHint} id={below}>
            {french(hint)}
          </p>
        )
      )}
    </div>
  )
}

/** The error of a control, which names its `id` in `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p className={css.fieldError} id={id}>
      <CircleAlert className="icon--small" />
      {french(children)}
    </p>
  )
}

interface Common {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** A single-line text field. */
export function Field({ label, error, hint, ...input }: Common & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ids) => <input {...input} {...ids} className={css.control} />}
    </FieldFrame>
  )
}

/** A multi-line text field. */
export function TextArea({ label, error, hint, ...area }: Common & ComponentProps<'textarea'>) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ids) => <textarea {...area} {...ids} className={css.control} />}
    </FieldFrame>
  )
}
