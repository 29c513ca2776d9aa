import { useRouter } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'
import { Page } from '#src/ui/page/Page.tsx'
import { ErrorState } from '#src/ui/state/ErrorState.tsx'

/** Shown after an unexpected error, or when a chunk of the app cannot be loaded. */
export function UnexpectedErrorPage({ reset }: { reset: () => void }) {
  const router = useRouter()
  return (
    <Page title="Erreur">
      <ErrorState
        message={phrases.erreurSurvenue}
        detail="Vos photos en attente restent en sécurité sur ce téléphone."
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Page>
  )
}
