import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { FusionPage } from '#src/features/utilisateur/FusionPage.tsx'
import { searchParam } from './-searchParam.ts'

/** For everybody: the link may be opened on any device, signed in or not. */
export const Route = createFileRoute('/fusion')({
  validateSearch: v.object({ token: searchParam(v.string(), '') }),
  search: { middlewares: [stripSearchParams({ token: '' })] },
  component: Fusion,
})

function Fusion() {
  return <FusionPage token={Route.useSearch().token} />
}
