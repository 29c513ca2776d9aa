import { Bell, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { readLocal, writeLocal } from '#src/ui/localValue.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { useFocusAfter } from '#src/ui/useFocusAfter.ts'
import { usePush } from './usePush.ts'

const laterKey = 'eclats.push.plusTard'

/** Offers push notifications once there is an answer to wait for; "later" hides the offer on this device. */
export function AvisInvite({ utilisateurId }: { utilisateurId: number }) {
  const { state, busy, start } = usePush(utilisateurId)
  const [isLater, setLater] = useState(() => readLocal(laterKey) !== null)
  const isShown = state === 'off' && !isLater
  useFocusAfter(isShown)
  const [wasOff, setWasOff] = useState(false)
  if (isShown && !wasOff) setWasOff(true)
  const isStarted = wasOff && state === 'on'
  useEffect(() => {
    if (isStarted) showToast({ type: 'success', title: 'Notifications activées sur cet appareil' })
  }, [isStarted])
  if (!isShown) return null
  return (
    <Banner
      tone="gray"
      icon={<Bell />}
      title="La réponse arrive ici"
      action={
        <span className="actions">
          <Button busy={busy} onClick={() => start()}>
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
      Soyez prévenu(e) quand vos photos sont validées, même quand l'application est fermée.
    </Banner>
  )
}
