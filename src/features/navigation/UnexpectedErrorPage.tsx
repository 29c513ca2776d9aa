import { useRouter } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'
import { Page } from '#src/ui/page/Page.tsx'
import { ErrorState } from '#src/ui/state/ErrorState.tsx'

/** Something broke that no screen foresaw, or a part of the app could not be loaded. */
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
