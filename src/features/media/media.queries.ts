import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { type Media, mediaSchema } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { hasStatus, sentenceOr } from '#src/api/apiError.ts'
import { call, callRaw } from '#src/api/client.ts'
import { parseEntries, readable } from '#src/api/entries.ts'
import { keptQuery } from '#src/api/keptQuery.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Who looks: it decides which list is read. */
export type Space = 'participant' | 'organisateur'

/** Media of an event; a 404 is an empty gallery (specification, section 8). */
export const galerieQuery = (evenementId: number, space: Space) =>
  keptQuery<Media[]>({
    queryKey: ['galerie', space, evenementId],
    queryFn: async ({ signal }) => {
      const endpoint = space === 'participant' ? mediaEndpoints.listParticipant : mediaEndpoints.listOrganisateur
      try {
        return readable(parseEntries(mediaSchema, await callRaw(endpoint, { params: { id: evenementId }, signal })))
      } catch (error) {
        if (hasStatus(error, 404)) return []
        throw error
      }
    },
    refetchInterval: (medias) => (medias?.some(isBeingMade) ? whileMadeMs : whileSeenMs),
  })

const whileMadeMs = 2000
const whileSeenMs = 20_000

/** Its preview follows its deposit by seconds; what has none after a minute has none. */
function isBeingMade({ apercu, dateDepot }: Media): boolean {
  return !apercu && Date.now() - Date.parse(dateDepot) < 60_000
}

/** Deletes a media: one's own, or any of one's event as its organiser. */
export function useDeleteMedia(evenementId: number, space: Space) {
  const client = useQueryClient()
  const { queryKey } = galerieQuery(evenementId, space)
  return useMutation({
    mutationFn: (id: number) =>
      call(space === 'participant' ? mediaEndpoints.removeParticipant : mediaEndpoints.removeOrganisateur, {
        params: { id },
      }),
    onSuccess: (_, id) => {
      client.setQueryData<Media[]>(queryKey, (before) => before?.filter((media) => media.id !== id))
      showToast({ type: 'success', title: phrases.mediaSupprime })
    },
    onError: (error) => showToast({ type: 'error', title: sentenceOr(error, phrases.erreurSurvenue) }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** Marks as favourite or takes the mark away, at once. */
export function useFavori(evenementId: number) {
  const client = useQueryClient()
  const { queryKey } = galerieQuery(evenementId, 'organisateur')
  return useMutation({
    mutationFn: ({ id, favori }: { id: number; favori: boolean }) =>
      call(favori ? mediaEndpoints.favori : mediaEndpoints.unfavori, { params: { id } }),
    onMutate: ({ id, favori }) => {
      client.setQueryData<Media[]>(queryKey, (before) =>
        before?.map((media) => (media.id === id ? { ...media, favori } : media)),
      )
    },
    onError: (error) => {
      showToast({ type: 'error', title: sentenceOr(error, phrases.erreurSurvenue) })
      void client.invalidateQueries({ queryKey })
    },
  })
}
