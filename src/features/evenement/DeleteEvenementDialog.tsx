import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { useDeleteEvenement } from './evenement.mutations.ts'

interface Props {
  evenement: EvenementOrganisateur
  onClose: () => void
}

/** The specified question before an event goes with its media and registrations. */
export function DeleteEvenementDialog({ evenement, onClose }: Props) {
  const remove = useDeleteEvenement()
  return (
    <ConfirmDialog
      title={`Supprimer ${evenement.titre}`}
      question={phrases.evenementSuppressionQuestion}
      confirm={phrases.evenementSupprimer}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(evenement.id, { onSettled: onClose })}
    />
  )
}
