import { ImagePlus } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'

const [verb = '', ...object] = phrases.ajouterMedia.split(' ')

/** The event's main action; on a phone it is in the middle of the bottom bar, where only its verb is shown. */
export function AddButton({ onClick }: { onClick: () => void }) {
  return (
    // Safari joins the two parts without a space: name the button whole.
    <Button look="primary" reach onClick={onClick} aria-label={phrases.ajouterMedia}>
      <ImagePlus />
      <span>
        {verb}
        <span data-part="button-rest"> {object.join(' ')}</span>
      </span>
    </Button>
  )
}
