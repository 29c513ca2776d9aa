import { createFileRoute, stripSearchParams, useRouterState } from '@tanstack/react-router'
import { ForgotPasswordPage } from '#src/features/utilisateur/ForgotPasswordPage.tsx'
import { doorSearch } from '../-doorSearch.ts'

export const Route = createFileRoute('/_visiteur/forgot-password')({
  validateSearch: doorSearch,
  search: { middlewares: [stripSearchParams({ redirect: '' })] },
  component: ForgotPassword,
})

function ForgotPassword() {
  const email = useRouterState({ select: ({ location }) => location.state.email })
  return <ForgotPasswordPage redirect={Route.useSearch().redirect} email={email ?? ''} />
}
