import { type ReactNode, useRef, useState } from 'react'
import { Check } from '#src/ui/field/Check.tsx'

interface Accord {
  /** The checkbox; below it what is missing. */
  readonly box: ReactNode
  /** @returns whether the box is ticked; if not, it gets the focus and says what is missing */
  readonly validate: () => boolean
}

/** The box that must be ticked to give the consent (specification, section 5). */
export function useAccord(): Accord {
  const input = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)
  return {
    box: (
      <Check ref={input} error={isMissing ? "Cochez d'abord la case" : undefined} onChange={() => setMissing(false)}>
        J'accepte que mes photos et mes données soient utilisées ainsi
      </Check>
    ),
    validate() {
      const isTicked = input.current?.checked === true
      setMissing(!isTicked)
      if (!isTicked) input.current?.focus()
      return isTicked
    },
  }
}
