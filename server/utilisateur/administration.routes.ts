import { endpoints } from '#domain/contract/endpoints.ts'
import type { Serve } from '../http/serve.ts'
import {
  type AdministrationDeps,
  changeUtilisateur,
  listUtilisateurs,
  readUtilisateur,
  removeUtilisateur,
} from './administration.usecases.ts'

const lines = endpoints.utilisateur

/** Accounts, for administrators. */
export function registerAdministration(serve: Serve, deps: AdministrationDeps): void {
  serve(lines.list, () => listUtilisateurs(deps))
  serve(lines.listByRole, ({ input }) => listUtilisateurs(deps, input.params.role))
  serve(lines.read, ({ input }) => readUtilisateur(deps, input.params.id))
  serve(lines.change, ({ acteur, input }) =>
    changeUtilisateur(deps, { acteur, id: input.params.id, input: input.body }),
  )
  serve(lines.remove, async ({ acteur, input }) => {
    await removeUtilisateur(deps, { acteur, id: input.params.id })
    return { message: 'Compte supprimé' }
  })
}
