import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import type { Serve } from '../http/serve.ts'
import { searchUtilisateurs } from './searchUtilisateurs.ts'
import {
  type AdministrationDeps,
  changeUtilisateur,
  listUtilisateurs,
  readUtilisateur,
  removeUtilisateur,
} from './administration.usecases.ts'

export function registerAdministration(serve: Serve, deps: AdministrationDeps): void {
  serve(utilisateurEndpoints.list, () => listUtilisateurs(deps))
  serve(utilisateurEndpoints.search, ({ input }) => searchUtilisateurs(deps, input.query))
  serve(utilisateurEndpoints.listByRole, ({ input }) => listUtilisateurs(deps, input.params.role))
  serve(utilisateurEndpoints.read, ({ input }) => readUtilisateur(deps, input.params.id))
  serve(utilisateurEndpoints.change, ({ acteur, input }) =>
    changeUtilisateur(deps, { acteur, id: input.params.id, input: input.body }),
  )
  serve(utilisateurEndpoints.remove, async ({ acteur, input }) => {
    await removeUtilisateur(deps, { acteur, id: input.params.id })
    return { message: 'Compte supprimé' }
  })
}
