import { Bell, X } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { readLocal, writeLocal } from '#src/ui/localValue.ts'
import { usePush } from './usePush.ts'

const laterKey = 'eclats.push.plusTard'

/** Offers push notifications once there is an answer to wait for; "later" hides the offer on this device. */
export function AvisInvite({ utilisateurId }: { utilisateurId: number }) {
  const { state, busy, start } = usePush(utilisateurId)
  const [isLater, setLater] = useState(() => readLocal(laterKey) !== null)
  if (state !== 'off' || isLater) return null
  return (
    <Banner
      tone="gray"
      icon={<Bell />}
      title="La réponse arrive ici"
      action={
        <span className="actions">
          <Button busy={busy} onClick={start}>
            Me prévenir
          </Button>
          <IconButton
            name="Plus tard"
            onClick={() => {
              writeLocal(laterKey, '1')
              setLater(true)
            }}
          >
            <X />
          </IconButton>
        </span>
      }
    >
      Soyez prévenu quand vos photos sont validées, même quand l'application est fermée.
    </Banner>
  )
}
