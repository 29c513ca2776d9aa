import { useEffect } from 'react'

/** Names the tab: "Événements · Éclats". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Éclats`
  }, [title])
}
