import { applyUpdate, useAppUpdate } from '#src/pwa/serviceWorkerClient.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'

/** "Nouvelle version"; not shown while photos are being sent. */
export function UpdateBar({ isSending }: { isSending: boolean }) {
  const isWaiting = useAppUpdate()
  if (!isWaiting || isSending) return null
  return (
    <Banner
      bar
      announce="status"
      action={
        <Button look="quiet" onClick={() => void applyUpdate()}>
          Recharger
        </Button>
      }
    >
      Nouvelle version
    </Banner>
  )
}
