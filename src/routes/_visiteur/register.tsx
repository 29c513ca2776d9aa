import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { RegisterPage } from '#src/features/utilisateur/RegisterPage.tsx'
import { doorSearch } from '../-doorSearch.ts'

export const Route = createFileRoute('/_visiteur/register')({
  validateSearch: doorSearch,
  search: { middlewares: [stripSearchParams({ redirect: '' })] },
  component: Register,
})

function Register() {
  return <RegisterPage redirect={Route.useSearch().redirect} />
}
