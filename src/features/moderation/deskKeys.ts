export type DeskCommand =
  | {
      do:
        | 'valider'
        | 'grille'
        | 'armer'
        | 'favori'
        | 'supprimer'
        | 'suivant'
        | 'precedent'
        | 'annuler'
        | 'quitter'
        | 'desarmer'
    }
  | { do: 'rejeter'; reason: number }

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/**
 * What a key does on the desk: V, R then 1 to 9, F, Suppr, G, arrows, Ctrl+Z, Escape.
 * @param armed R was pressed and a reason is awaited
 * @returns null when the key means nothing here
 */
export function deskCommand({ key, ctrlKey, metaKey, altKey }: Pressed, armed: boolean): DeskCommand | null {
  const lower = key.toLowerCase()
  if ((ctrlKey || metaKey) && lower === 'z') return { do: 'annuler' }
  if (ctrlKey || metaKey || altKey) return null
  if (armed && /^[1-9]$/.test(key)) return { do: 'rejeter', reason: Number(key) }
  if (key === 'Escape') return { do: armed ? 'desarmer' : 'quitter' }
  if (lower === 'v') return { do: 'valider' }
  if (lower === 'r') return { do: 'armer' }
  if (lower === 'f') return { do: 'favori' }
  if (lower === 'g') return { do: 'grille' }
  if (key === 'Delete') return { do: 'supprimer' }
  if (key === 'ArrowRight' || key === 'ArrowDown') return { do: 'suivant' }
  if (key === 'ArrowLeft' || key === 'ArrowUp') return { do: 'precedent' }
  return null
}
