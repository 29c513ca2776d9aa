import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import {
  type StatutInscription,
  type TypeParticipation,
  typeParticipationLabels,
  typesParticipation,
} from '#domain/inscription/inscription.ts'
import type { Entree } from '#domain/lien/lien.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { useRejoindre } from './lien.queries.ts'
import css from './Lien.module.css'

interface Props {
  code: string
  entree: Entree
  /** Called with the statut that the registration has now. */
  onAsked: (answer: StatutInscription) => void
}

/** Asks for the type of participation (Sur place by default), and joins the event. */
export function LienRejoindre({ code, entree, onAsked }: Props) {
  const rejoindre = useRejoindre(code)
  const [type, setType] = useState<TypeParticipation>('SUR_PLACE')
  return (
    <div className="stack">
      <p className={css.ask}>Comment participerez-vous{'\u202F'}?</p>
      <Segmented
        label="Participation"
        value={type}
        options={typesParticipation.map((value) => ({ value, label: typeParticipationLabels[value] }))}
        onChange={setType}
      />
      {entree === 'A_VALIDER' && <p className="meta">L'organisateur valide ensuite votre demande.</p>}
      <div role="alert">
        {rejoindre.isError && (
          <Banner tone="red" icon={<CircleAlert />}>
            {causeOr(rejoindre.error, phrases.erreurSurvenue)}
          </Banner>
        )}
      </div>
      <Button
        look="primary"
        wide
        {...rowAction('rejoindre')}
        busy={rejoindre.isPending}
        onClick={() => rejoindre.mutate(type, { onSuccess: ({ statutInscription }) => onAsked(statutInscription) })}
      >
        {entree === 'A_VALIDER' ? 'Demander à participer' : "Rejoindre l'événement"}
      </Button>
    </div>
  )
}
