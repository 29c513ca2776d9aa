import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { RestaurerPage } from '#src/features/utilisateur/RestaurerPage.tsx'
import { linkSearch } from '../-authSearch.ts'

export const Route = createFileRoute('/_visiteur/restaurer')({
  validateSearch: linkSearch,
  search: { middlewares: [stripSearchParams({ redirect: '', token: '' })] },
  component: Restaurer,
})

function Restaurer() {
  const { token, redirect } = Route.useSearch()
  return <RestaurerPage token={token} redirect={redirect} />
}
