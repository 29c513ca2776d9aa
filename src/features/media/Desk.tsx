import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Media, raisonsRejet } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { DeskBar } from './DeskBar.tsx'
import { DeskDecide } from './DeskDecide.tsx'
import { DeskDone } from './DeskDone.tsx'
import { DeskInfo } from './DeskInfo.tsx'
import { DeskReasons } from './DeskReasons.tsx'
import { DeskStage } from './DeskStage.tsx'
import { DeskStrip } from './DeskStrip.tsx'
import { FreeReason, ReasonSheet } from './ReasonSheet.tsx'
import { useDeleteMedia, useFavori } from './media.queries.ts'
import { useDesk } from './useDesk.ts'
import { useDeskKeys } from './useDeskKeys.ts'
import { usePreload } from './usePreload.ts'
import css from './Desk.module.css'

interface Props {
  evenementId: number
  titre: string
  medias: readonly Media[]
}

type Open = 'raisons' | 'libre' | 'suppression' | null

/** One photo at a time, as large as the screen: decide, undo, go on. */
export function Desk({ evenementId, titre, medias }: Props) {
  const { history } = useRouter()
  const desk = useDesk(medias, evenementId)
  const favori = useFavori(evenementId)
  const remove = useDeleteMedia(evenementId, 'organisateur')
  const signature = useSignature(evenementId)
  const [open, setOpen] = useState<Open>(null)
  const [armed, setArmed] = useState(false)
  const media = desk.current?.media
  const leave = () => history.push(`/organizer/evenements/${evenementId}`)

  const closeReasons = () => {
    setOpen(null)
    setArmed(false)
  }
  const reject = (reason: number) => {
    const raison = raisonsRejet[reason - 1]
    setArmed(false)
    setOpen(raison === undefined ? 'libre' : null)
    if (raison !== undefined) desk.decide('REJETE', raison)
  }
  const arm = () => {
    if (!media) return
    setArmed(true)
    // Where the reasons are not on screen they come in a sheet.
    if (!matchMedia('(min-width: 48rem)').matches) setOpen('raisons')
  }
  useDeskKeys({ armed, enabled: open === null }, (command) => {
    if (command.do === 'annuler') desk.undo()
    else if (command.do === 'quitter') leave()
    else if (command.do === 'desarmer') setArmed(false)
    else if (command.do === 'suivant') desk.step(1)
    else if (command.do === 'precedent') desk.step(-1)
    else if (!media) return
    else if (command.do === 'valider') desk.decide('VALIDE', null)
    else if (command.do === 'armer') arm()
    else if (command.do === 'favori') favori.mutate({ id: media.id, favori: !media.favori })
    else if (command.do === 'supprimer') setOpen('suppression')
    else if (command.do === 'rejeter') reject(command.reason)
  })
  usePreload(
    desk.upcoming.map((item) => item.media),
    signature,
  )
  return (
    <div className={css.desk} data-empty={media === undefined || undefined}>
      <DeskBar
        evenementId={evenementId}
        titre={titre}
        decided={desk.decided}
        total={desk.items.length}
        waiting={desk.waiting}
      />
      <DeskStrip items={desk.items} currentId={media?.id} signature={signature} onChoose={desk.choose} />
      <DeskStage
        media={media}
        signature={signature}
        held={desk.held}
        onUndo={desk.undo}
        onValidate={() => desk.decide('VALIDE', null)}
        onReject={arm}
      >
        {media === undefined && <DeskDone evenementId={evenementId} decided={desk.decided} />}
      </DeskStage>
      {media && (
        <>
          <DeskInfo media={media} medias={medias} />
          <DeskReasons armed={armed} onReason={reject} />
          <DeskDecide
            favori={media.favori}
            onValidate={() => desk.decide('VALIDE', null)}
            onReject={arm}
            onFavori={() => favori.mutate({ id: media.id, favori: !media.favori })}
            onDelete={() => setOpen('suppression')}
          />
        </>
      )}
      {open === 'raisons' && <ReasonSheet onReason={reject} onClose={closeReasons} />}
      {open === 'libre' && (
        <FreeReason
          onClose={() => setOpen(null)}
          onReason={(raison) => {
            setOpen(null)
            desk.decide('REJETE', raison)
          }}
        />
      )}
      {open === 'suppression' && media && (
        <ConfirmDialog
          title="Supprimer ce média"
          question={phrases.mediaSuppressionQuestion}
          confirm="Supprimer"
          busy={remove.isPending}
          onCancel={() => setOpen(null)}
          onConfirm={() => remove.mutate(media.id, { onSettled: () => setOpen(null) })}
        />
      )}
    </div>
  )
}
