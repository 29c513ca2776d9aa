import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isPending } from '#upload-queue/engine/states.ts'
import { uploadQueue, useUploadQueue } from '#src/pwa/uploadQueue.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { french } from '#src/ui/text/french.ts'
import { agree, count } from '#src/ui/text/quantities.ts'
import { SendList } from './SendList.tsx'

interface Props {
  guestId: number
  isEnded: boolean
  onClose: () => void
}

/** The photos of a guest who is signed out: they stay on this device until the guest saves or deletes them. */
export function LeftGuestSheet({ guestId, isEnded, onClose }: Props) {
  const left = useUploadQueue().items.filter(({ state }) => isPending(state))
  const [isAsked, setAsked] = useState(false)
  const photos = count(left.length, 'photo', 'photos')
  return (
    <Sheet
      title="Vos photos sur ce téléphone"
      width="34rem"
      onClose={onClose}
      foot={
        <Button wide danger onClick={() => setAsked(true)}>
          <Trash2 />
          {`Supprimer ${photos}`}
        </Button>
      }
    >
      <div className="stack">
        <p>
          {french(
            isEnded
              ? "L'organisateur a mis fin à votre participation : ces photos ne partiront pas. Enregistrez-les sur ce téléphone, ou supprimez-les. Rien ne s'efface tout seul."
              : "Votre entrée n'est plus gardée sur cet appareil. Entrez de nouveau par le lien de l'événement et choisissez vos photos. Celles-ci restent ici : enregistrez-les d'abord, si vous ne les avez pas ailleurs.",
          )}
        </p>
        <SendList title="Pas encore reçues" items={left} titreOf={() => undefined} isLeft />
      </div>
      {isAsked && (
        <ConfirmDialog
          title={`Supprimer ${photos}`}
          question={`${agree(left.length, "Cette photo n'est pas reçue. Elle sera effacée", 'Ces photos ne sont pas reçues. Elles seront effacées')} de cette application.`}
          confirm="Supprimer"
          onCancel={() => setAsked(false)}
          // Erases them at once: a cancellation waits for a session, which a guest cannot open again.
          onConfirm={() => void uploadQueue.closeSession({ ownerId: guestId, keep: false }).then(onClose)}
        />
      )}
    </Sheet>
  )
}
