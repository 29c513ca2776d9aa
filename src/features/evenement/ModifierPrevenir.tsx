import { Megaphone, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { IconLink } from '#src/ui/button/IconLink.tsx'
import { EvenementForm } from './EvenementForm.tsx'

/** Edits the event; leads to the message to its participants, where there are some. As icons only on wide screens. */
export function ModifierPrevenir({ evenement, asIcons }: { evenement: EvenementOrganisateur; asIcons: boolean }) {
  const [isEditing, setEditing] = useState(false)
  const edit = () => setEditing(true)
  const toMessage = {
    to: '/organisateur/evenements/$evenementId/participants',
    params: { evenementId: evenement.id },
    hash: 'prevenir',
  } as const
  const hasReaders = evenement.comptes.inscriptions.VALIDE > 0
  return (
    <>
      {asIcons ? (
        <IconButton name={phrases.evenementModifier} className="wide-only" onClick={edit}>
          <Pencil />
        </IconButton>
      ) : (
        <Button onClick={edit}>
          <Pencil />
          {phrases.evenementModifier}
        </Button>
      )}
      {hasReaders && asIcons && (
        <IconLink {...toMessage} name="Prévenir" className="wide-only">
          <Megaphone />
        </IconLink>
      )}
      {hasReaders && !asIcons && (
        <ButtonLink {...toMessage}>
          <Megaphone />
          Prévenir
        </ButtonLink>
      )}
      {isEditing && <EvenementForm evenement={evenement} inAddress={false} onClose={() => setEditing(false)} />}
    </>
  )
}
