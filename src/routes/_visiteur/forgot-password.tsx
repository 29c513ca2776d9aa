import { createFileRoute, stripSearchParams, useRouterState } from '@tanstack/react-router'
import { ForgotPasswordPage } from '#src/features/utilisateur/ForgotPasswordPage.tsx'
import { authSearch } from '../-authSearch.ts'

export const Route = createFileRoute('/_visiteur/forgot-password')({
  validateSearch: authSearch,
  search: { middlewares: [stripSearchParams({ redirect: '' })] },
  component: ForgotPassword,
})

function ForgotPassword() {
  const email = useRouterState({ select: ({ location }) => location.state.email })
  return <ForgotPasswordPage redirect={Route.useSearch().redirect} email={email ?? ''} />
}
