import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type DemandeRetraitRecue,
  demandeRetraitRecueSchema,
  raisonRetrait,
  type StatutDemandeRetrait,
} from '#domain/demandeRetrait/demandeRetrait.ts'
import { demandeRetraitEndpoints } from '#domain/demandeRetrait/demandeRetrait.endpoints.ts'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { type Media, mediaSchema } from '#domain/media/media.ts'
import { statistiqueEndpoints } from '#domain/statistique/statistique.endpoints.ts'
import { contributeurSchema } from '#domain/statistique/statistique.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { hasStatus, causeOr } from '#src/api/apiError.ts'
import { call, callRaw } from '#src/api/client.ts'
import { parseEntries, validEntries } from '#src/api/entries.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { useReload } from '#src/api/useReload.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Lists with more media than this refetch only new media on each change, and the whole list once per `wholeMs`. */
const long = { medias: 200, wholeMs: 30_000 }
const wholeAt = new Map<number, number>()

/** Media waiting for a decision, oldest first. Its key starts with the gallery's: they are invalidated together. */
export const pendingQuery = (evenementId: number) =>
  persistedQuery<Media[]>({
    queryKey: ['galerie', 'organisateur', evenementId, 'attente'],
    meta: { live: ['media'], evenementId },
    queryFn: ({ signal }) => readList(evenementId, signal),
  })

/** The first three media: they load faster than a long list. */
const firstQuery = (evenementId: number) =>
  queryOptions({
    queryKey: ['galerie', 'organisateur', evenementId, 'premiers'],
    meta: { live: ['media'], evenementId },
    queryFn: ({ signal }) => readPending(evenementId, { limite: '3' }, signal),
  })

/** The oldest pending media, for the page of the event. */
export const oldestPendingQuery = (evenementId: number) =>
  persistedQuery({
    queryKey: ['galerie', 'organisateur', evenementId, 'oldest'],
    meta: { live: ['media'], evenementId },
    queryFn: ({ signal }) => readPending(evenementId, { limite: '8' }, signal),
  })

/** The pending media of an event; `isWhole` when the whole list is loaded. */
export function usePending(evenementId: number) {
  const list = useQuery({
    ...pendingQuery(evenementId),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > long.medias ? long.wholeMs : false),
  })
  const first = useQuery({ ...firstQuery(evenementId), enabled: list.data === undefined })
  return { list, medias: list.data ?? first.data, isWhole: list.data !== undefined }
}

async function readList(evenementId: number, signal: AbortSignal): Promise<Media[]> {
  const known = queryClient.getQueryData<Media[]>(pendingQuery(evenementId).queryKey) ?? []
  const last = known.at(-1)
  const isLately = Date.now() - (wholeAt.get(evenementId) ?? 0) < long.wholeMs
  if (last && isLately && known.length > long.medias) {
    const fresh = await readPending(evenementId, { depuis: last.dateDepot }, signal)
    const ids = new Set(fresh.map(({ id }) => id))
    return [...known.filter(({ id }) => !ids.has(id)), ...fresh]
  }
  const whole = await readPending(evenementId, {}, signal)
  wholeAt.set(evenementId, Date.now())
  return whole
}

interface Part {
  readonly limite?: string
  readonly depuis?: string
}

async function readPending(evenementId: number, part: Part, signal: AbortSignal): Promise<Media[]> {
  const query = { statut: 'EN_ATTENTE' as const, ...part }
  try {
    const answer = await callRaw(mediaEndpoints.listOrganisateur, { params: { id: evenementId }, query, signal })
    return validEntries(parseEntries(mediaSchema, answer))
  } catch (error) {
    if (hasStatus(error, 404)) return []
    throw error
  }
}

/** Statistics per author in this event. */
export const auteursQuery = (evenementId: number) =>
  persistedQuery({
    queryKey: ['contributeurs', evenementId, 'moderation'],
    meta: { live: ['media'], evenementId },
    queryFn: async ({ signal }) =>
      validEntries(
        parseEntries(
          contributeurSchema,
          await callRaw(statistiqueEndpoints.contributeurs, { params: { id: evenementId }, signal }),
        ),
      ),
  })

/** Removal requests for the media of an event; pending ones first. */
export const demandesQuery = (evenementId: number) =>
  persistedQuery<DemandeRetraitRecue[]>({
    queryKey: ['demandes', evenementId],
    meta: { live: ['media', 'notification'], evenementId },
    queryFn: async ({ signal }) =>
      validEntries(
        parseEntries(
          demandeRetraitRecueSchema,
          await callRaw(demandeRetraitEndpoints.list, { params: { id: evenementId }, signal }),
        ),
      ),
  })

/** Whether a media is hidden until the organiser answers a request. */
export function isHidden({ statut, raison }: Media): boolean {
  return statut === 'REJETE' && raison === raisonRetrait
}

/** An organiser's answer to a request; `masquer` only hides the media until the decision. */
export type Reponse = 'masquer' | Exclude<StatutDemandeRetrait, 'EN_ATTENTE'>

/** Hides or decides; the list shows the server's answer and is refetched after an error. */
export function useRepondre(evenementId: number) {
  const client = useQueryClient()
  const { queryKey } = demandesQuery(evenementId)
  return useMutation({
    mutationFn: ({ id, reponse }: { id: number; reponse: Reponse }) =>
      reponse === 'masquer'
        ? call(demandeRetraitEndpoints.hide, { params: { id } })
        : call(demandeRetraitEndpoints.decide, { params: { id }, body: { statut: reponse } }),
    onSuccess: (answer) =>
      client.setQueryData<DemandeRetraitRecue[]>(queryKey, (before) =>
        before?.map((known) => (known.id === answer.id ? answer : known)),
      ),
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
    // One answer may close other requests about the same media.
    onSettled: useReload(['demandes'], ['galerie']),
  })
}
