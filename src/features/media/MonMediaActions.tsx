import { Download, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Media } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { downloadAddress } from '#src/api/download.ts'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { useDeleteMedia } from './media.queries.ts'
import css from './MesMedias.module.css'

interface Props {
  media: Media
  signature: string | undefined
  /** Name of the media, for screen readers. */
  name: string
  /** Rendered before the other actions. */
  children: ReactNode
}

/** Actions an author always has on their own media, even after leaving the event. */
export function MonMediaActions({ media, signature, name, children }: Props) {
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteMedia(media.evenement_id)
  return (
    <div className={css.actions}>
      {children}
      {signature !== undefined && (
        <IconButton
          name={`Télécharger : ${name}`}
          onClick={() => downloadAddress(mediaUrl(media.id, 'original', signature), media.nomFichier)}
        >
          <Download />
        </IconButton>
      )}
      <IconButton {...rowAction('supprimer')} name={`Supprimer : ${name}`} onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      {isAsking && (
        <ConfirmDialog
          title="Supprimer ce média"
          question={phrases.mediaSuppressionQuestion}
          confirm="Supprimer"
          busy={remove.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => remove.mutate(media.id, { onSettled: () => setAsking(false) })}
        />
      )}
    </div>
  )
}
