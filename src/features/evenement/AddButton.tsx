import { ImagePlus } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'

const [verb = '', ...object] = phrases.ajouterMedia.split(' ')

/** The event's main action; on a phone it is in the middle of the bottom bar, where only its verb is shown. */
export function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button look="primary" reach onClick={onClick}>
      <ImagePlus />
      <span>
        {verb}
        <span data-part="button-rest"> {object.join(' ')}</span>
      </span>
    </Button>
  )
}
