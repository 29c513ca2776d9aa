import { Search, CloudOff } from 'lucide-react'
import { useRouter } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { ErrorState } from '#src/ui/state/ErrorState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { useReachable } from '#src/api/reachability.ts'

/** A page with only a message and a link back. */
export function MessagePage({ title, children }: { title: string; children?: string }) {
  return (
    <Page title={title}>
      <EmptyState
        title={title}
        heading="h1"
        icon={<Search />}
        action={<ButtonLink to="/">{phrases.retourAccueil}</ButtonLink>}
      >
        {children}
      </EmptyState>
    </Page>
  )
}

/** The page for an unknown URL. @param data the reason, when the route gives one */
export function NotFoundPage({ data }: { data?: unknown }) {
  if (typeof data === 'string') return <MessagePage title={data} />
  return <MessagePage title="Page introuvable">Cette page n'existe pas, ou elle n'existe plus.</MessagePage>
}

/** Shown after an unexpected error, or when a chunk of the app cannot be loaded. */
export function UnexpectedErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  return (
    <Page title="Erreur">
      <ErrorState
        message={phrases.erreurSurvenue}
        detail="Vos photos en attente restent en sécurité sur ce téléphone."
        onRetry={() => {
          // The words of the browsers and of Vite when a file is missing (router-core, `isModuleNotFoundError`).
          if (/module|CSS/.test(String(error))) void reload()
          else {
            reset()
            void router.invalidate()
          }
        }}
      />
    </Page>
  )
}

/** Loads the newest version: the server has no files of this one, so that another request would fail too. */
function reload(): Promise<void> {
  return import('#src/pwa/serviceWorkerClient.ts').then(
    ({ loadNewestVersion }) => loadNewestVersion(),
    () => location.reload(),
  )
}

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
      <EmptyState
        title="Cette page arrive avec le réseau."
        heading="h1"
        icon={<CloudOff />}
        action={<ButtonLink to="/">{phrases.retourAccueil}</ButtonLink>}
      >
        Vos photos en attente restent en sécurité sur ce téléphone.
      </EmptyState>
    </Page>
  )
}
