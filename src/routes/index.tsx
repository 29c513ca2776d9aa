import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { homeOf } from '#domain/utilisateur/utilisateur.ts'
import { loadChunk } from '#src/api/loadChunk.ts'
import { currentSession } from '#src/api/session.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { AccueilPage } from '#src/features/accueil/AccueilPage.tsx'

const UserMenu = lazy(() => loadChunk(() => import('#src/features/navigation/UserMenuButton.tsx')))

export const Route = createFileRoute('/')({
  // Its loader fetches a separate chunk, at the same time as the page's.
  codeSplitGroupings: [['component']],
  beforeLoad: ({ location }) => {
    const role = currentSession()?.utilisateur.role
    // The installed app opens the person's area.
    if (role !== undefined && new URLSearchParams(location.searchStr).get('source') === 'installation')
      throw redirect({ href: role === 'PARTICIPANT' ? '/participant' : homeOf(role), replace: true })
  },
  loader: loadNow,
  component: Accueil,
})

/** Loads the participant's additional part of the page; null for other people, and when loading fails. */
async function loadNow() {
  if (currentSession()?.utilisateur.role !== 'PARTICIPANT') return null
  const part = await import('./-AccueilNow.tsx').catch(() => null)
  await part?.loadEvents()
  return part
}

function Accueil() {
  const utilisateur = useUtilisateur()
  const now = Route.useLoaderData()
  const menu = utilisateur && (
    <Suspense>
      <UserMenu />
    </Suspense>
  )
  if (utilisateur?.role === 'PARTICIPANT' && now) return <now.AccueilNow utilisateurId={utilisateur.id} menu={menu} />
  return <AccueilPage profile={utilisateur?.role ?? null} menu={menu} />
}
