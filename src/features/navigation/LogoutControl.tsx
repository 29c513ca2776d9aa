import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { LogoutDialog } from './LogoutDialog.tsx'
import { askToLeave, leave, type Pending } from './logout.ts'

/** The Déconnexion button, with its question about unsent photos. */
export function LogoutControl() {
  const [pending, setPending] = useState<Pending | null>(null)
  return (
    <>
      <Button onClick={() => void askToLeave(setPending)}>
        <LogOut />
        {phrases.deconnexion}
      </Button>
      {pending && (
        <LogoutDialog pending={pending} onCancel={() => setPending(null)} onChoice={(keep) => void leave(keep)} />
      )}
    </>
  )
}
