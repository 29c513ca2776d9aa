import { useMemo } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { useDecisions } from '#src/pwa/decisions/decisions.ts'
import { decidedEntrees, type Listed } from './decided.ts'

interface DecisionContext {
  /** The media in the viewer. */
  readonly openId: number | undefined
  /** Whether the organiser's decisions are applied to the list. */
  readonly isDeciding: boolean
}

/** The server's list of a gallery with the decisions taken on this device applied. */
export function useDecidedEntrees(
  { entrees, requestedAt }: Listed,
  { openId, isDeciding }: DecisionContext,
): readonly EntreeGalerie[] {
  const decisions = useDecisions()
  return useMemo(
    () => (isDeciding ? decidedEntrees({ entrees, requestedAt }, decisions, openId) : entrees),
    [isDeciding, entrees, requestedAt, decisions, openId],
  )
}
