import { useEffect } from 'react'

/** Sets the document title: "Événements · Éclats". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Éclats`
  }, [title])
}
