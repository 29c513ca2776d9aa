import { useCallback, useState, type ReactNode } from 'react'
import { AjouterMediaSheet } from './AjouterMediaSheet.tsx'

interface Target {
  readonly id: number
  readonly titre: string
  /** Its zone, for the times of the chosen files; the device's when it is not known. */
  readonly fuseau?: string | undefined
}

/**
 * The sheet "Ajouter un média": `open` it for an event, render `sheet`. It is not lazy-loaded: the network may be gone
 * when the button is pressed.
 */
export function useAjoutMedia({ quiet = false } = {}): { open: (evenement: Target) => void; sheet: ReactNode } {
  const [evenement, setEvenement] = useState<Target | null>(null)
  const sheet = evenement && (
    <AjouterMediaSheet quiet={quiet} evenement={evenement} onClose={() => setEvenement(null)} />
  )
  const open = useCallback(({ id, titre, fuseau }: Target) => setEvenement({ id, titre, fuseau }), [])
  return { open, sheet }
}
