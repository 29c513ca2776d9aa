import { Images } from 'lucide-react'
import { useState } from 'react'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { count, formatNumber } from '#src/ui/text/quantities.ts'
import { runCommand } from './runCommand.ts'

interface Props {
  items: readonly QueueItemView[]
  titreOf: (evenementId: number) => string | undefined
  onPickAgain: (evenementId: number) => void
}

/** Actions for all files that were not copied; shown for two or more. */
export function LostActions({ items, titreOf, onPickAgain }: Props) {
  const [asked, setAsked] = useState(false)
  const lost = items.filter(({ state }) => state === 'lost_source')
  if (lost.length < 2) return null
  const evenements = [...Map.groupBy(lost, ({ evenementId }) => evenementId)]
  return (
    <div className="actions">
      {evenements.map(([evenementId, own]) => (
        <Button key={evenementId} onClick={() => onPickAgain(evenementId)}>
          <Images />
          {evenements.length === 1
            ? `Choisir à nouveau ces ${formatNumber(own.length)}`
            : `Choisir à nouveau ces ${formatNumber(own.length)}, ${titreOf(evenementId) ?? 'autre événement'}`}
        </Button>
      ))}
      <Button {...rowAction('retirer-tout')} look="quiet" onClick={() => setAsked(true)}>
        Retirer ces {formatNumber(lost.length)}
      </Button>
      {asked && (
        <ConfirmDialog
          title="Retirer de la liste"
          question={`${count(lost.length, 'nom quitte', 'noms quittent')} cette liste. Vos photos restent là où vous les avez prises.`}
          confirm="Retirer"
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            runCommand(uploadQueue.cancel(lost.map(({ id }) => id)), lost)
          }}
        />
      )}
    </div>
  )
}
