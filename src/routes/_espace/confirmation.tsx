import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { useUtilisateur } from '#src/api/useSession.ts'
import { ConfirmationPage } from '#src/features/utilisateur/ConfirmationPage.tsx'
import { searchParam } from '../-searchParam.ts'

export const Route = createFileRoute('/_espace/confirmation')({
  validateSearch: v.object({ token: searchParam(v.string(), '') }),
  search: { middlewares: [stripSearchParams({ token: '' })] },
  component: Confirmation,
})

function Confirmation() {
  return <ConfirmationPage token={Route.useSearch().token} role={useUtilisateur()?.role ?? 'PARTICIPANT'} />
}
