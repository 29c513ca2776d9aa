import { classNames } from '#src/ui/text/classNames.ts'
import css from './Button.module.css'

export interface ButtonLook {
  /** primary: the one main action of a screen; quiet: the lesser one; secondary when absent. */
  look?: 'primary' | 'quiet' | undefined
  danger?: boolean | undefined
  wide?: boolean | undefined
  /** On a phone it is fixed in the middle of the bottom bar, so that it covers nothing of the page. */
  reach?: boolean | undefined
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ look, danger, wide, reach }: ButtonLook, className?: string): string {
  return classNames(
    css.button,
    look === 'primary' && css.buttonPrimary,
    look === 'quiet' && css.buttonQuiet,
    danger && css.buttonDanger,
    wide && css.buttonWide,
    reach && css.buttonReach,
    className,
  )
}
