import { lazy, Suspense, useState, type ReactNode } from 'react'

const AjouterMediaSheet = lazy(() =>
  import('./AjouterMediaSheet.tsx').then((module) => ({ default: module.AjouterMediaSheet })),
)

interface Target {
  readonly id: number
  readonly titre: string
}

/** The sheet "Ajouter un média": `open` it for an event, render `sheet`. */
export function useAjoutMedia(): { open: (evenement: Target) => void; sheet: ReactNode } {
  const [evenement, setEvenement] = useState<Target | null>(null)
  const sheet = evenement && (
    <Suspense>
      <AjouterMediaSheet evenement={evenement} onClose={() => setEvenement(null)} />
    </Suspense>
  )
  return { open: ({ id, titre }) => setEvenement({ id, titre }), sheet }
}
