import { Bell, BellOff } from 'lucide-react'
import { useRef } from 'react'
import type { PushState } from '#src/pwa/push/push.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { french } from '#src/ui/text/french.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { usePush } from './usePush.ts'
import css from './AvisAppareil.module.css'

const words: Record<PushState, string> = {
  unsupported: "Ce navigateur n'affiche pas de notifications.",
  needs_install: "Sur iPhone et iPad, installez d'abord Éclats sur l'écran d'accueil.",
  denied: 'Ce navigateur les refuse. Autorisez-les pour ce site dans ses réglages.',
  off: "Soyez prévenu(e) des nouvelles de vos événements, même quand l'application est fermée.",
  on: "Cet appareil vous prévient, même quand l'application est fermée.",
}

/** Setting: push notifications on this device. */
export function AvisAppareil({ utilisateurId }: { utilisateurId: number }) {
  const { state, busy, start, stop } = usePush(utilisateurId)
  const sentence = useRef<HTMLParagraphElement>(null)
  // After a refusal there is nothing to press: the button, which has the focus, is removed.
  const leaveButton = () => sentence.current?.focus()
  return (
    <div className={css.device} aria-busy={state === null}>
      <div className={css.words}>
        <b>Notifications sur cet appareil</b>
        <Status className="meta">
          {state !== null && (
            <p ref={sentence} tabIndex={-1}>
              {french(words[state])}
            </p>
          )}
        </Status>
      </div>
      {/* One button: it keeps the focus when its action changes. */}
      {(state === 'off' || state === 'on') && (
        <Button busy={busy} onClick={state === 'on' ? stop : () => start(leaveButton)}>
          {state === 'on' ? <BellOff /> : <Bell />}
          {state === 'on' ? 'Désactiver' : 'Activer'}
        </Button>
      )}
    </div>
  )
}
