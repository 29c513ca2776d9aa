import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { again } from '#src/api/again.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { AccueilPage } from '#src/features/accueil/AccueilPage.tsx'

const UserMenu = lazy(() => again(() => import('#src/features/navigation/UserMenuButton.tsx')))

export const Route = createFileRoute('/')({ component: Accueil })

function Accueil() {
  const utilisateur = useUtilisateur()
  return (
    <AccueilPage
      role={utilisateur?.role ?? null}
      menu={
        utilisateur && (
          <Suspense>
            <UserMenu />
          </Suspense>
        )
      }
    />
  )
}
