import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { lienErrors } from '#domain/lien/lien.errors.ts'
import { lienPage } from '#domain/contract/publicPages.ts'
import type { TypeParticipation } from '#domain/inscription/inscription.ts'
import { lienEndpoints } from '#domain/lien/lien.endpoints.ts'
import { codeLienSchema, type Entree, type Identite, type LienPublic, lienPublicSchema } from '#domain/lien/lien.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ApiError, causeOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { wasGone } from '#src/api/queryClient.ts'
import { useReload } from '#src/api/useReload.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Data of a link's public page; a malformed code is rejected without a request. */
export const lienPublicQuery = (code: string) =>
  queryOptions({
    queryKey: ['lien', code],
    // The library reads these data again whenever the query has none.
    initialData: () => (wasGone(['lien', code]) ? undefined : lienInPage(code)),
    initialDataUpdatedAt: performance.timeOrigin,
    queryFn: ({ signal }) => {
      if (!v.is(codeLienSchema, code))
        throw new ApiError(404, 'lien.introuvable', lienErrors['lien.introuvable'].message)
      return call(lienEndpoints.read, { params: { code }, signal })
    },
  })

/** The data with which the server rendered this page (server/lien/lienPage.ts). */
function lienInPage(code: string): LienPublic | undefined {
  const block = document.getElementById(lienPage.dataId)?.textContent
  if (block === undefined) return undefined
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), lienInPageSchema), block)
  return read.success && read.output.code === code ? read.output.lien : undefined
}

const lienInPageSchema = v.object({ code: v.string(), lien: lienPublicSchema })

/** Joins the event of a link. The caller says what failed. */
export function useRejoindre(code: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (typeParticipation: TypeParticipation) =>
      call(lienEndpoints.join, { params: { code }, body: { typeParticipation } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['evenements'] })
      void client.invalidateQueries({ queryKey: ['invitations'] })
    },
  })
}

/** Links of an own event, newest first, including revoked ones; persisted for use at the venue without network. */
export const liensQuery = (evenementId: number) =>
  persistedQuery({
    queryKey: ['liens', evenementId],
    // A new registration changes how many people came by a link.
    meta: { live: ['inscription'], evenementId },
    queryFn: ({ signal }) => call(lienEndpoints.list, { params: { id: evenementId }, signal }),
  })

/** Creates a link of an event, or with `siAbsent` takes the newest valid one. Shows a toast when it failed. */
export function useCreateLien(evenementId: number) {
  return useMutation({
    mutationFn: (body: { entree: Entree; identite: Identite; siAbsent?: boolean; cle?: string }) =>
      call(lienEndpoints.create, { params: { id: evenementId }, body }),
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
    onSettled: useReload(['liens', evenementId]),
  })
}

/** Revokes a link by its id. Shows a toast when it succeeded and when it failed. */
export function useRevokeLien(evenementId: number) {
  return useMutation({
    mutationFn: (id: number) => call(lienEndpoints.revoke, { params: { id } }),
    onSuccess: () => showToast({ type: 'success', title: 'Lien révoqué' }),
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
    onSettled: useReload(['liens', evenementId]),
  })
}
