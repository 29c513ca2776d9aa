import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { AlbumSheet } from './AlbumSheet.tsx'

/** Opens what may be taken home of an event. */
export function AlbumButton({ evenementId }: { evenementId: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download />
        Télécharger l'album
      </Button>
      {isOpen && <AlbumSheet evenementId={evenementId} onClose={() => setOpen(false)} />}
    </>
  )
}
