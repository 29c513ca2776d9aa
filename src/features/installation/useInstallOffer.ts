import { useEffect, useState } from 'react'
import { dayMs } from '#domain/contract/durations.ts'
import { promptInstall, useInstallable } from '#src/pwa/install/installPrompt.ts'
import { isInstalled } from '#src/ui/installed.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { showToast, toasts } from '#src/ui/toast/toastQueue.ts'
import { installWay } from './installWay.ts'

const key = 'eclats.installation'
/** Pause before asking again after an answer: three months. */
const quietMs = 90 * dayMs

interface Queue {
  /** Photos waiting on this device: on iOS the installed app has a separate storage without them. */
  readonly pending: number
  readonly received: number
}

/**
 * Offers the installation when a photo was received and none waits (experience, "Installation"); withdraws the offer
 * when one waits again.
 * @returns whether to show the guide for iOS, and how to close it
 */
export function useInstallOffer({ pending, received }: Queue): { showsGuide: boolean; closeGuide: () => void } {
  const [showsGuide, setShowsGuide] = useState(false)
  const isInstallable = useInstallable()
  const way = installWay(navigator, { isInstalled: isInstalled(), isInstallable })
  const isTime = way !== null && received > 0 && pending === 0 && !showsGuide
  const answer = useLatest(() => {
    noteAsked(Date.now())
    if (way === 'ios') setShowsGuide(true)
    else void install()
  })
  useEffect(() => {
    if (!isTime || !mayAsk(Date.now())) return undefined
    const id = toasts.show({
      type: 'confirmation',
      title: 'Garder Éclats à portée de main ?',
      message: "L'application s'ouvre d'un geste, même sans réseau.",
      action: { label: 'Installer', run: () => answer.current() },
      onDismiss: () => noteAsked(Date.now()),
    })
    return () => toasts.withdraw(id)
  }, [isTime, answer])
  return { showsGuide, closeGuide: () => setShowsGuide(false) }
}

async function install(): Promise<void> {
  if (await promptInstall()) showToast({ type: 'success', title: "Éclats est sur votre écran d'accueil." })
}

/** Whether this device can be asked. @param now milliseconds since 1970 */
function mayAsk(now: number): boolean {
  try {
    return now - Number(localStorage.getItem(key) ?? 0) > quietMs
  } catch {
    // Without storage the question would appear at every visit.
    return false
  }
}

function noteAsked(now: number): void {
  try {
    localStorage.setItem(key, String(now))
  } catch {
    // Without storage, `mayAsk` returns false.
  }
}
