import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { AlbumSheet } from './AlbumSheet.tsx'

const name = "Télécharger l'album"

export function AlbumButton({ evenementId, asIcon = false }: { evenementId: number; asIcon?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {asIcon ? (
        <IconButton name={name} onClick={() => setOpen(true)}>
          <Download />
        </IconButton>
      ) : (
        <Button onClick={() => setOpen(true)}>
          <Download />
          {name}
        </Button>
      )}
      {isOpen && <AlbumSheet evenementId={evenementId} onClose={() => setOpen(false)} />}
    </>
  )
}
