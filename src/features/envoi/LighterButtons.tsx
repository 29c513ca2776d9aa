import { FileImage, Images } from 'lucide-react'
import { useState } from 'react'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { agree, formatNumber } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import type { LighterChoice } from './lighterChoice.ts'

/** Makes the waiting photos lighter, and reverts it while their upload has not started. */
export function LighterButtons({ offer, chosen }: { offer: LighterChoice | null; chosen: LighterChoice | null }) {
  const [isWorking, setIsWorking] = useState(false)
  const lighten = async (ids: readonly string[]) => {
    setIsWorking(true)
    const lightened = await uploadQueue.lighten(ids).catch(() => 0)
    setIsWorking(false)
    return ids.length - lightened
  }
  return (
    <>
      {(offer !== null || isWorking) && (
        <Button disabled={isWorking} onClick={() => void lighten(offer?.ids ?? []).then(sayKept)}>
          <FileImage />
          {isWorking ? 'Allègement…' : 'Alléger les suivantes'}
        </Button>
      )}
      {chosen !== null && (
        <Button onClick={() => void uploadQueue.restoreOriginals(chosen.ids).catch(sayNotRestored)}>
          <Images />
          Envoyer les originales
        </Button>
      )}
    </>
  )
}

function sayKept(count: number): void {
  if (count === 0) return
  const photos = agree(count, 'photo garde sa taille', 'photos gardent leur taille')
  showToast({ type: 'info', title: `${formatNumber(count)} ${photos} d'origine.` })
}

function sayNotRestored(): void {
  showToast({ type: 'error', title: "Ce choix n'a pas pu être gardé sur cet appareil. Réessayez." })
}
