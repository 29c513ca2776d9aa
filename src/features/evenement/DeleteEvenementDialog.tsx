import { type EvenementOrganisateur, evenementSupprimeDays } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { agree, count } from '#src/ui/text/quantities.ts'
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

function detailOf({ comptes: { medias, inscriptions } }: EvenementOrganisateur): string {
  const media = medias.EN_ATTENTE + medias.VALIDE + medias.REJETE
  const lost = [
    { n: media, words: count(media, 'photo ou vidéo', 'photos et vidéos') },
    { n: inscriptions.VALIDE, words: count(inscriptions.VALIDE, 'personne inscrite', 'personnes inscrites') },
    { n: inscriptions.EN_ATTENTE, words: count(inscriptions.EN_ATTENTE, 'demande en attente', 'demandes en attente') },
  ].filter(({ n }) => n > 0)
  const restore = `Vous pouvez encore le restaurer pendant ${evenementSupprimeDays} jours.`
  if (lost.length === 0) return restore
  const all = new Intl.ListFormat('fr').format(lost.map(({ words }) => words))
  const verb = lost.length === 1 ? agree(lost[0]?.n ?? 0, 'disparaît', 'disparaissent') : 'disparaissent'
  return `Avec lui ${verb} ${all}. ${restore}`
}
