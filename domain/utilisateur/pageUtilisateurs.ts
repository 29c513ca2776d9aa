import * as v from 'valibot'
import { id } from '#domain/contract/fields.ts'
import { utilisateurSchema } from './utilisateur.ts'

/** Accounts on a page of the administrator's list. */
export const utilisateursMax = 300

/** A page of accounts, newest first. */
export const pageUtilisateursSchema = v.object({
  utilisateurs: v.array(utilisateurSchema),
  /** Value of `apres` for the next page; null at the end. A page of a search may be empty and still have a next one. */
  suite: v.nullable(id),
  /** The only active administrator, who cannot be closed or changed; null when there are several. */
  seulAdministrateurId: v.nullable(id),
})
export type PageUtilisateurs = v.InferOutput<typeof pageUtilisateursSchema>
