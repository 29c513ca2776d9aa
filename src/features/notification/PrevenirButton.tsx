import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { AnnonceSheet } from './AnnonceSheet.tsx'

interface Props {
  evenementId: number
  /** Number of recipients; undefined while the event is being loaded. */
  people: number | undefined
  /** On wide screens only. */
  asIcon?: boolean
}

/** Opens the form for a message to the participants of an event, where there are some. */
export function PrevenirButton({ evenementId, people, asIcon = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      {people !== 0 && asIcon && (
        <IconButton name="Prévenir" className="wide-only" disabled={people === undefined} onClick={open}>
          <Megaphone />
        </IconButton>
      )}
      {people !== 0 && !asIcon && (
        <Button disabled={people === undefined} onClick={open}>
          <Megaphone />
          Prévenir
        </Button>
      )}
      {isOpen && <AnnonceSheet evenementId={evenementId} people={people ?? 0} onClose={() => setOpen(false)} />}
    </>
  )
}
