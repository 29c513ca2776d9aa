import { type EvenementOrganisateur, type StatutEvenement, statutEvenementLabels } from '#domain/evenement/evenement.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { count } from '#src/ui/text/quantities.ts'

/** A statut that needs a confirmation: it ends the event for everyone. */
export type ConfirmedStatut = 'ANNULE' | 'TERMINE'

export function isConfirmed(statut: StatutEvenement): statut is ConfirmedStatut {
  return statut === 'ANNULE' || statut === 'TERMINE'
}

interface Props {
  evenement: EvenementOrganisateur
  statut: ConfirmedStatut
  onCancel: () => void
  onConfirm: () => void
}

/** Confirms that an event is finished or cancelled, with the number of people notified. */
export function StatutDialog({ evenement, statut, onCancel, onConfirm }: Props) {
  const { label } = statutEvenementLabels[statut]
  const { VALIDE, EN_ATTENTE } = evenement.comptes.inscriptions
  const n = VALIDE + EN_ATTENTE
  const people =
    n === 0
      ? "Personne n'est inscrit pour le moment."
      : `${count(n, 'personne en est prévenue', 'personnes en sont prévenues')}.`
  return (
    <ConfirmDialog
      title={`${evenement.titre} : ${label.toLowerCase()} ?`}
      question={statut === 'ANNULE' ? 'Annuler cet événement ?' : 'Terminer cet événement dès maintenant ?'}
      detail={people}
      confirm={statut === 'ANNULE' ? "Annuler l'événement" : "Terminer l'événement"}
      cancel="Ne rien changer"
      danger={statut === 'ANNULE'}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  )
}
