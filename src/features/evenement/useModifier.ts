import { useEffect } from 'react'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

interface Options {
  /** The value in the URL; undefined when there is none. */
  modifier: string | number | undefined
  /** The organiser's own events; undefined until they are loaded. */
  evenements: readonly EvenementOrganisateur[] | undefined
  /** Removes the value from the URL. */
  onClose: () => void
}

/** The event to edit according to the URL; an invalid or unknown value shows an error and is removed. */
export function useModifier({ modifier, evenements, onClose }: Options): EvenementOrganisateur | undefined {
  const evenement = evenements?.find(({ id }) => id === modifier)
  const failure = failureOf(modifier, evenements !== undefined && evenement === undefined)
  const close = useLatest(onClose)
  useEffect(() => {
    if (failure === undefined) return
    showToast({ type: 'error', title: failure })
    close.current()
  }, [failure, close])
  return evenement
}

function failureOf(modifier: Options['modifier'], isMissing: boolean): string | undefined {
  if (modifier === undefined) return undefined
  if (modifier === '') return phrases.evenementModificationIdManquant
  if (!Number.isSafeInteger(modifier) || Number(modifier) < 1) return phrases.evenementIdInvalide
  return isMissing ? phrases.evenementRecuperationErreur : undefined
}
