import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { french } from '#src/ui/text/french.ts'
import { mediaWords, theseMedia } from '#src/ui/text/mediaWords.ts'
import { agree } from '#src/ui/text/quantities.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { SendList } from './SendList.tsx'

interface Props {
  title: string
  /** Whose photos the button deletes, if other ones are shown too: " de Marie". */
  whose?: string | undefined
  /** What becomes of the photos. */
  sentence: string
  items: readonly QueueItemView[]
  /** Erases all of them from this device. */
  onDelete: () => Promise<void>
}

/** The photos of an owner who is not signed in: each can be saved, all can be deleted. */
export function LeftPhotosList({ title, whose = '', sentence, items, onDelete }: Props) {
  const [isAsked, setAsked] = useState(false)
  const media = `${mediaWords(items)}${whose}`
  return (
    <div className="stack">
      <SendList
        title={title}
        items={items}
        titreOf={() => undefined}
        head={<p style={{ marginBlock: 'var(--space-2)' }}>{french(sentence)}</p>}
        isLeft
      />
      <Button wide danger onClick={() => setAsked(true)}>
        <Trash2 />
        {`Supprimer ${media}`}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Supprimer ${media}`}
          question={`${theseMedia(items)} ${agree(items.length, "n'est pas reçue. Elle sera effacée", 'ne sont pas reçues. Elles seront effacées')} de cette application.`}
          confirm="Supprimer"
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            onDelete().catch(() => showToast({ type: 'error', title: phrases.erreurSurvenue }))
          }}
        />
      )}
    </div>
  )
}
