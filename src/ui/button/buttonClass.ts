import { classNames } from '#src/ui/text/classNames.ts'
import css from './Button.module.css'

/** How a button, or a link that looks like one, is drawn; a plain one without any of them. */
export interface ButtonLook {
  /** primary: the main action of a screen; quiet: a minor one; secondary when absent. */
  look?: 'primary' | 'quiet' | undefined
  danger?: boolean | undefined
  wide?: boolean | undefined
  /** On a phone it is fixed in the middle of the bottom bar, so that it covers no content. */
  reach?: boolean | undefined
}

/** The class names of a button, for links that look like one. */
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
