import type { ComponentProps } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { french } from '#src/ui/text/french.ts'
import { buttonClass, type ButtonLook } from './buttonClass.ts'
import css from './Button.module.css'

interface Props extends ComponentProps<'button'>, ButtonLook {
  /** While true the button reads "Traitement...", shows a spinner and ignores clicks. */
  busy?: boolean
}

/** A button; use `look` primary at most once per screen. */
export function Button({ look, danger, wide, reach, busy, className, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, danger, wide, reach }, className)}
      data-part="button"
      data-look={look}
      data-reach={reach || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? (
        <>
          <span className={css.spinner} aria-hidden="true" />
          {phrases.traitement}
        </>
      ) : (
        french(children)
      )}
    </button>
  )
}
