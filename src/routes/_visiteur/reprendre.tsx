import { createFileRoute, stripSearchParams, useLocation } from '@tanstack/react-router'
import { ReprendrePage } from '#src/features/utilisateur/ReprendrePage.tsx'
import { authSearch } from '../-authSearch.ts'

export const Route = createFileRoute('/_visiteur/reprendre')({
  validateSearch: authSearch,
  search: { middlewares: [stripSearchParams({ redirect: '' })] },
  component: Reprendre,
})

function Reprendre() {
  const code = useLocation({ select: ({ hash }) => hash })
  return <ReprendrePage code={code} redirect={Route.useSearch().redirect} />
}
