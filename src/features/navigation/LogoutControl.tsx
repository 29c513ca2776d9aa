import { LogOut } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useLogout } from './useLogout.tsx'

/** The Déconnexion button, with its question about unsent photos. */
export function LogoutControl({ look }: { look?: 'quiet' }) {
  const { start, dialog } = useLogout()
  return (
    <>
      <Button look={look} onClick={start}>
        <LogOut />
        {phrases.deconnexion}
      </Button>
      {dialog}
    </>
  )
}
