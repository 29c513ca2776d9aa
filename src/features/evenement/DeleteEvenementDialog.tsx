import { type EvenementOrganisateur, evenementSupprimeDays } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { count, formatNumber } from '#src/ui/text/quantities.ts'
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
  const { inscriptions } = evenement.comptes
  const people = count(inscriptions.VALIDE, 'personne inscrite', 'personnes inscrites')
  const waiting = inscriptions.EN_ATTENTE
  const all =
    waiting > 0 ? `${medias}, ${people} et ${formatNumber(waiting)}\u00A0en attente` : `${medias} et ${people}`
  return `Avec lui disparaissent ${all}. Vous pouvez encore le restaurer pendant ${evenementSupprimeDays} jours.`
}
