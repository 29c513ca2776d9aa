import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { french } from '#src/ui/text/french.ts'
import { buttonClass, type ButtonLook } from './buttonClass.ts'

interface Props extends ComponentProps<'a'>, ButtonLook {}

function ButtonAnchor({ look, danger, wide, reach, className, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      className={buttonClass({ look, danger, wide, reach }, className)}
      data-part="button"
      data-look={look}
      data-reach={reach || undefined}
    >
      {french(children)}
    </a>
  )
}

/** A router link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)
