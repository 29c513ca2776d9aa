import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MessageSent } from '#domain/notification/notification.ts'
import { recompenseEndpoints } from '#domain/recompense/recompense.endpoints.ts'
import { type RecompenseDonnee, recompenseDonneeSchema } from '#domain/recompense/recompense.ts'
import { statistiqueEndpoints } from '#domain/statistique/statistique.endpoints.ts'
import { type Contributeur, contributeurSchema } from '#domain/statistique/statistique.ts'
import { callRaw, call } from '#src/api/client.ts'
import { parseEntries, validEntries } from '#src/api/entries.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Rewards given: of one's own events, or of all events for an administrator. */
export const recompensesQuery = (isAdministrateur: boolean) =>
  persistedQuery<RecompenseDonnee[]>({
    queryKey: ['recompenses', isAdministrateur],
    meta: { live: ['notification'] },
    queryFn: async ({ signal }) => {
      const line = isAdministrateur ? recompenseEndpoints.all : recompenseEndpoints.given
      return validEntries(parseEntries(recompenseDonneeSchema, await callRaw(line, { signal })))
    },
  })

/** Authors of an own event's media, those with the most media first. */
export const contributeursQuery = (evenementId: number) =>
  persistedQuery<Contributeur[]>({
    queryKey: ['contributeurs', evenementId],
    meta: { live: ['media'], evenementId },
    queryFn: async ({ signal }) => {
      const list = await callRaw(statistiqueEndpoints.contributeurs, { params: { id: evenementId }, signal })
      return validEntries(parseEntries(contributeurSchema, list))
    },
  })

/** Thanks one person of an event. The form shows errors. */
export function useRecompenser(evenementId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, ...body }: MessageSent & { userId: number }) =>
      call(recompenseEndpoints.recompenser, { params: { id: evenementId, userId }, body }),
    onSuccess: ({ titre }) => {
      showToast({ type: 'success', title: 'Récompense envoyée', message: titre })
      return client.invalidateQueries({ queryKey: ['recompenses'] })
    },
  })
}
