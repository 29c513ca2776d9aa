import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { cleAccesEndpoints } from '#domain/utilisateur/cleAcces.endpoints.ts'
import { call } from '#src/api/client.ts'
import type { SessionUser } from '#src/api/session.ts'
import { openSession } from '#src/api/openSession.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { askForPasskey } from './passkey.ts'

interface Props {
  /** Returns whether to remember the login on this device. */
  seSouvenir: () => boolean
  onStart: () => void
  /** Called with the person who is signed in now; null when the token cannot be read. */
  onEnter: (utilisateur: SessionUser | null) => void
  onFailure: (error: unknown) => void
}

/** Signs in with a passkey alone. Shown in every browser: an unsupported one shows an error on click. */
export function CleLoginButton({ seSouvenir, onStart, onEnter, onFailure }: Props) {
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    onStart()
    setBusy(true)
    const remember = seSouvenir()
    try {
      const proof = await askForPasskey()
      const body = { ...proof, seSouvenir: remember }
      onEnter(await openSession(() => call(cleAccesEndpoints.login, { body }), remember))
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="quiet" wide busy={busy} disabled={!online} onClick={() => void enter()}>
      <KeyRound />
      Utiliser une clé d'accès
    </Button>
  )
}
