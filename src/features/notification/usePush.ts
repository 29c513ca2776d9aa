import { useEffect, useState } from 'react'
import { causeOr } from '#src/api/apiError.ts'
import type { PushState } from '#src/pwa/push/push.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** The push state of this device, and functions to change it; null until known. */
export function usePush(utilisateurId: number) {
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let isLeft = false
    // What cannot be read now is read when the person returns.
    const read = () => void readState(utilisateurId).then((known) => !isLeft && setState(known), ignore)
    read()
    // The person may return from the browser's settings, which change the permission.
    addEventListener('focus', read)
    return () => {
      isLeft = true
      removeEventListener('focus', read)
    }
  }, [utilisateurId])
  const change = async (act: (push: typeof import('#src/pwa/push/push.ts')) => Promise<unknown>) => {
    setBusy(true)
    try {
      await act(await import('#src/pwa/push/push.ts'))
    } catch (error) {
      const message = causeOr(error, 'Ce navigateur ne permet pas de recevoir de notifications pour le moment.')
      showToast({ type: 'error', title: 'Notifications', message })
    }
    await readState(utilisateurId).then(setState, ignore)
    setBusy(false)
  }
  return {
    state,
    busy,
    /** @param onDenied called before the state changes to `denied` */
    start: (onDenied?: () => void) =>
      void change(async (push) => {
        const outcome = await push.startPush(utilisateurId)
        if (outcome === 'denied') onDenied?.()
        // Browsers stop asking after a few unanswered questions.
        if (outcome === 'off')
          showToast({
            type: 'warning',
            title: 'Notifications',
            message:
              "La demande du navigateur est restée sans réponse. Si elle ne s'affiche plus, autorisez les notifications pour ce site dans ses réglages.",
          })
      }),
    stop: () => void change((push) => push.stopPush()),
  }
}

/** Renews the device's push subscription, once per start and person. */
export function useFollowPush(utilisateurId: number | undefined): void {
  useEffect(() => {
    if (utilisateurId === undefined) return
    void import('#src/pwa/push/push.ts').then(({ followPush }) => followPush(utilisateurId)).catch(() => undefined)
  }, [utilisateurId])
}

function ignore(): void {}

async function readState(utilisateurId: number): Promise<PushState> {
  const { readPushState } = await import('#src/pwa/push/push.ts')
  return readPushState(utilisateurId)
}
