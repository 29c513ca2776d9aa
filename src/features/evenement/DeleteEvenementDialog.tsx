import { type EvenementOrganisateur, evenementSupprimeDays } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { concernes } from './concernes.ts'
import { useDeleteEvenement } from './evenementsSupprimes.queries.ts'

interface Props {
  evenement: EvenementOrganisateur
  onClose: () => void
}

export function DeleteEvenementDialog({ evenement, onClose }: Props) {
  const remove = useDeleteEvenement()
  return (
    <ConfirmDialog
      title={`Supprimer ${evenement.titre}`}
      question={phrases.evenementSuppressionQuestion}
      detail={detailOf(evenement)}
      confirm={phrases.evenementSupprimer}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(evenement.id, { onSettled: onClose })}
    />
  )
}

function detailOf(evenement: EvenementOrganisateur): string {
  const { EN_ATTENTE, VALIDE, REJETE } = evenement.comptes.medias
  const medias = count(EN_ATTENTE + VALIDE + REJETE, 'photo ou vidéo', 'photos et vidéos')
  const people = count(concernes(evenement), 'personne inscrite', 'personnes inscrites')
  return `Avec lui disparaissent ${medias} et ${people}. Vous pouvez encore le restaurer pendant ${evenementSupprimeDays} jours.`
}
