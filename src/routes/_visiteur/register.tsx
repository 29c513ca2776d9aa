import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { RegisterPage } from '#src/features/utilisateur/RegisterPage.tsx'
import { authSearch } from '../-authSearch.ts'

export const Route = createFileRoute('/_visiteur/register')({
  validateSearch: authSearch,
  search: { middlewares: [stripSearchParams({ redirect: '' })] },
  component: Register,
})

function Register() {
  return <RegisterPage redirect={Route.useSearch().redirect} />
}
