import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { EvenementForm } from './EvenementForm.tsx'

interface Props {
  evenement: EvenementOrganisateur
  /** On wide screens only. */
  asIcon: boolean
}

/** Opens the form of an event. */
export function ModifierButton({ evenement, asIcon }: Props) {
  const [isEditing, setEditing] = useState(false)
  const edit = () => setEditing(true)
  return (
    <>
      {asIcon ? (
        <IconButton name={phrases.evenementModifier} className="wide-only" onClick={edit}>
          <Pencil />
        </IconButton>
      ) : (
        <Button onClick={edit}>
          <Pencil />
          {phrases.evenementModifier}
        </Button>
      )}
      {isEditing && <EvenementForm evenement={evenement} inAddress={false} onClose={() => setEditing(false)} />}
    </>
  )
}
