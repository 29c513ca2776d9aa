import { useState, type ReactNode } from 'react'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { useDelay } from '#src/ui/now/useDelay.ts'
import { LogoutDialog } from './LogoutDialog.tsx'
import { askToLeave, leave, type Pending } from './logout.ts'

/**
 * The logout of a button: asks first when photos or decisions are unsent, and shows after a second that it is still
 * going on.
 * @returns `start` for the button, and `dialog` to render beside it
 */
export function useLogout(): { start: () => void; dialog: ReactNode } {
  const [pending, setPending] = useState<Pending | null>(null)
  const [isStarted, setStarted] = useState(false)
  const start = async () => {
    if (isStarted) return
    setStarted(true)
    try {
      await askToLeave(setPending)
    } finally {
      setStarted(false)
    }
  }
  return {
    start: () => void start(),
    dialog: (
      <>
        {isStarted && <SlowLogout />}
        {pending && (
          <LogoutDialog pending={pending} onCancel={() => setPending(null)} onChoice={(keep) => void leave(keep)} />
        )}
      </>
    ),
  }
}

/** Cannot be closed: the logout ends at the latest when the server has not answered for ten seconds. */
function SlowLogout() {
  const isSlow = useDelay(1000)
  if (!isSlow) return null
  return (
    <Sheet title="Déconnexion en cours" alert>
      <p>Votre session se ferme. Sur un réseau lent, cela prend quelques secondes.</p>
    </Sheet>
  )
}
