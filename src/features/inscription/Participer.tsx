import type { Evenement, Visibilite } from '#domain/evenement/evenement.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { useParticiper } from './inscription.queries.ts'
import type { ParticipationAction } from './MonEvenement.tsx'
import { RegisterSheet } from './RegisterSheet.tsx'

const wayBack: Readonly<Record<Visibilite, string>> = {
  PUBLIC: "Vous pourrez vous réinscrire tant que l'événement n'a pas commencé.",
  PRIVE: "Pour revenir, il vous faudra un lien de l'événement ou une invitation.",
}

/** An action that a participant requested for one event of a list. */
export interface AskedParticipation {
  readonly evenement: Evenement
  readonly action: ParticipationAction
}

/** Asks for the type of participation, or confirms leaving, and sends the request. */
export function Participer({
  asked: { evenement, action },
  onClose,
}: {
  asked: AskedParticipation
  onClose: () => void
}) {
  const participer = useParticiper()
  const { id: evenementId, titre, visibilite } = evenement
  if (action === 'inscrire')
    return (
      <RegisterSheet
        titre={titre}
        busy={participer.isPending}
        onClose={onClose}
        onConfirm={(typeParticipation) => participer.mutate({ evenementId, typeParticipation }, { onSuccess: onClose })}
      />
    )
  return (
    <ConfirmDialog
      title="Se désinscrire"
      question={`Vous ne participerez plus à ${titre}. ${wayBack[visibilite]}`}
      confirm="Se désinscrire"
      busy={participer.isPending}
      onCancel={onClose}
      onConfirm={() => participer.mutate({ evenementId, typeParticipation: null }, { onSuccess: onClose })}
    />
  )
}
