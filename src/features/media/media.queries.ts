import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { type Media, mediaSchema } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { hasStatus, causeOr } from '#src/api/apiError.ts'
import { callDeletion, callRaw } from '#src/api/client.ts'
import { parseEntries, validEntries } from '#src/api/entries.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { dropFromIndex, galleryMeta, type Space } from './galerie.queries.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Media of an event; a 404 is an empty gallery (specification, section 8). */
export const galerieQuery = (evenementId: number, space: Space) =>
  persistedQuery<Media[]>({
    queryKey: ['galerie', space, evenementId],
    meta: galleryMeta(evenementId, space),
    queryFn: async ({ signal }) => {
      const endpoint = space === 'participant' ? mediaEndpoints.listParticipant : mediaEndpoints.listOrganisateur
      try {
        return validEntries(parseEntries(mediaSchema, await callRaw(endpoint, { params: { id: evenementId }, signal })))
      } catch (error) {
        if (hasStatus(error, 404)) return []
        throw error
      }
    },
  })

/** The person's own media of all events, newest first. */
export const mesMediasQuery = persistedQuery<Media[]>({
  queryKey: ['mesMedias'],
  meta: { live: ['media'] },
  queryFn: async ({ signal }) =>
    validEntries(parseEntries(mediaSchema, await callRaw(mediaEndpoints.mine, { signal }))),
})

/** Deletes one of the participant's own media. Shows a toast when it succeeded and when it failed. */
export function useDeleteMedia(evenementId: number) {
  const client = useQueryClient()
  const { queryKey } = galerieQuery(evenementId, 'participant')
  return useMutation({
    mutationFn: (id: number) =>
      callDeletion(mediaEndpoints.removeParticipant, { params: { id } }, ['media.introuvable']),
    onSuccess: (_, id) => {
      const without = (before: Media[] | undefined) => before?.filter((media) => media.id !== id)
      client.setQueryData<Media[]>(queryKey, without)
      client.setQueryData<Media[]>(mesMediasQuery.queryKey, without)
      dropFromIndex(client, { evenementId, space: 'participant' }, id)
      showToast({ type: 'success', title: phrases.mediaSupprime })
    },
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
    // Not awaited: the dialog closes when the deletion is answered, not when the lists are loaded again.
    onSettled: () =>
      void Promise.all(
        [queryKey, mesMediasQuery.queryKey, ['tableau']].map((key) => client.invalidateQueries({ queryKey: key })),
      ),
  })
}
