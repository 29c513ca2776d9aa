import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { type MediaCorbeille, mediaCorbeilleSchema } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call, callRaw } from '#src/api/client.ts'
import { parseEntries, validEntries } from '#src/api/entries.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { useReload } from '#src/api/useReload.ts'
import { forgetSent } from '#src/pwa/decisions/decisionView.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Media that the organiser removed from an event and can restore. */
export const corbeilleQuery = (evenementId: number) =>
  persistedQuery<MediaCorbeille[]>({
    queryKey: ['galerie', 'organisateur', evenementId, 'corbeille'],
    meta: { live: ['media'], evenementId },
    queryFn: async ({ signal }) =>
      validEntries(
        parseEntries(
          mediaCorbeilleSchema,
          await callRaw(mediaEndpoints.corbeille, { params: { id: evenementId }, signal }),
        ),
      ),
  })

/** Restores a media, or empties the bin of the media that were put into it until an instant. */
export function useCorbeille(evenementId: number) {
  const client = useQueryClient()
  const { queryKey } = corbeilleQuery(evenementId)
  const onSettled = useReload(['galerie', 'organisateur', evenementId], ['evenements'], ['tableau'])
  const restore = useMutation({
    mutationFn: (id: number) => call(mediaEndpoints.restaurer, { params: { id } }),
    onSuccess: (_, id) => {
      forgetSent(id)
      client.setQueryData<MediaCorbeille[]>(queryKey, (before) => before?.filter(({ media }) => media.id !== id))
      showToast({ type: 'success', title: 'Média restauré' })
    },
    onError,
    onSettled,
  })
  const empty = useMutation({
    mutationFn: (jusqua: string) =>
      call(mediaEndpoints.viderCorbeille, { params: { id: evenementId }, query: { jusqua } }),
    onSuccess: (_, jusqua) => {
      client.setQueryData<MediaCorbeille[]>(queryKey, (before) =>
        before?.filter(({ supprimeLe }) => supprimeLe > jusqua),
      )
      showToast({ type: 'success', title: 'Corbeille vidée' })
    },
    onError,
    onSettled,
  })
  return { restore, empty }
}

function onError(error: unknown): void {
  showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) })
}
