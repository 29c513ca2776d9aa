import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { keptRedirect } from '#src/api/redirect.ts'
import { ResetPasswordPage } from '#src/features/utilisateur/ResetPasswordPage.tsx'
import { linkSearch } from '../-authSearch.ts'

export const Route = createFileRoute('/_visiteur/reset-password')({
  validateSearch: linkSearch,
  search: { middlewares: [stripSearchParams({ redirect: '', token: '' })] },
  component: ResetPassword,
})

function ResetPassword() {
  const { token, redirect } = Route.useSearch()
  return <ResetPasswordPage token={token} redirect={redirect || keptRedirect()} />
}
