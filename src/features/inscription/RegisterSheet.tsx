import { useState } from 'react'
import { type TypeParticipation, typeParticipationLabels, typesParticipation } from '#domain/inscription/inscription.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { french } from '#src/ui/text/french.ts'

interface Props {
  titre: string
  busy: boolean
  onClose: () => void
  onConfirm: (typeParticipation: TypeParticipation) => void
}

/** Asks for the type of participation; Sur place by default (product 15). */
export function RegisterSheet({ titre, busy, onClose, onConfirm }: Props) {
  const [type, setType] = useState<TypeParticipation>('SUR_PLACE')
  return (
    <Sheet
      title={`S'inscrire à ${titre}`}
      onClose={onClose}
      foot={
        <Button look="primary" wide busy={busy} onClick={() => onConfirm(type)}>
          S'inscrire
        </Button>
      }
    >
      <div className="stack">
        <p className="meta">{french("Comment participerez-vous ? L'organisateur valide ensuite votre inscription.")}</p>
        <Segmented
          label="Participation"
          value={type}
          options={typesParticipation.map((value) => ({ value, label: typeParticipationLabels[value] }))}
          onChange={setType}
        />
      </div>
    </Sheet>
  )
}
