import { useState } from 'react'
import type { StatutEvenement } from '#domain/evenement/evenement.ts'
import { isConfirmed, type ConfirmedStatut } from './StatutDialog.tsx'

interface StatutConfirmation {
  /** The statut whose dialog is open. */
  readonly asked: ConfirmedStatut | undefined
  /**
   * Opens the dialog when the statut ends the event for everyone, as the list of events does.
   * @returns whether the statut may be saved
   */
  readonly confirm: (statut: StatutEvenement | undefined, saved: StatutEvenement | undefined) => Promise<boolean>
  readonly answer: (isYes: boolean) => void
}

/** Asks before a form saves a statut that ends the event. */
export function useStatutConfirmation(): StatutConfirmation {
  const [question, setQuestion] = useState<{ statut: ConfirmedStatut; resolve: (isYes: boolean) => void }>()
  return {
    asked: question?.statut,
    confirm: async (statut, saved) => {
      if (statut === undefined || statut === saved || !isConfirmed(statut)) return true
      return new Promise((resolve) => setQuestion({ statut, resolve }))
    },
    answer: (isYes) => {
      setQuestion(undefined)
      question?.resolve(isYes)
    },
  }
}
