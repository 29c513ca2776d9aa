import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { LoginPage } from '#src/features/utilisateur/LoginPage.tsx'

export const Route = createFileRoute('/_visiteur/login')({
  validateSearch: v.object({ redirect: v.optional(v.fallback(v.string(), ''), '') }),
  search: { middlewares: [stripSearchParams({ redirect: '' })] },
  component: Login,
})

function Login() {
  return <LoginPage redirect={Route.useSearch().redirect} />
}
