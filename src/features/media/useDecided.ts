import { useMemo } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { useDecisions } from '#src/pwa/decisions.ts'
import { decidedEntrees, type Listed } from './decided.ts'

interface Looked {
  /** The media that is shown large. */
  readonly openId: number | undefined
  /** Whether the organiser looks, whose decisions lie over the list. */
  readonly isDeciding: boolean
}

/** A gallery as the server listed it, with what the organiser decided on this device. */
export function useDecided({ entrees, answeredAt }: Listed, { openId, isDeciding }: Looked): readonly EntreeGalerie[] {
  const decisions = useDecisions()
  return useMemo(
    () => (isDeciding ? decidedEntrees({ entrees, answeredAt }, decisions, openId) : entrees),
    [isDeciding, entrees, answeredAt, decisions, openId],
  )
}
