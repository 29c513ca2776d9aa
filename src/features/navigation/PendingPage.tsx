import { CloudOff } from 'lucide-react'
import { useReachable } from '#src/api/reachability.ts'
import { Page } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'

/** Shown while a chunk of the app loads; loading is retried until it succeeds (src/api/loadChunk.ts). */
export function PendingPage() {
  if (useReachable())
    return (
      <Page title="Chargement">
        <LoadingBox label="Chargement de la page" height="12rem" radius="var(--radius-control)" />
      </Page>
    )
  return (
    <Page title="Pas de réseau">
      <EmptyState title="Cette page arrive avec le réseau." icon={<CloudOff />}>
        Vos photos en attente restent en sécurité sur ce téléphone.
      </EmptyState>
    </Page>
  )
}
