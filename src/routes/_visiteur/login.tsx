import { createFileRoute, stripSearchParams, useRouterState } from '@tanstack/react-router'
import { LoginPage } from '#src/features/utilisateur/LoginPage.tsx'
import { authSearch } from '../-authSearch.ts'

export const Route = createFileRoute('/_visiteur/login')({
  validateSearch: authSearch,
  search: { middlewares: [stripSearchParams({ redirect: '' })] },
  component: Login,
})

function Login() {
  const { email, signOutReason } = useRouterState({ select: ({ location }) => location.state })
  return <LoginPage redirect={Route.useSearch().redirect} email={email ?? ''} signOutReason={signOutReason} />
}
