import { noop, type QueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query'
import { isConsentementValide } from '#domain/consentement/consentement.ts'
import { consentementQuery } from '#src/features/consentement/consentement.queries.ts'
import { evenementParticipantQuery } from '#src/features/evenement/evenement.queries.ts'
import { galerieIndexQuery, type Space } from '#src/features/media/galerie.queries.ts'
import { signatureQuery } from '#src/api/signature.queries.ts'

/** Starts a query for the page to come, without waiting: the page shows its own loading state and errors. */
export function prefetch<T, E, Data, Answer, Key extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<T, E, Data, Answer, Key>,
): void {
  // The page's component transforms the answer; here it is only cached.
  void client.query({ ...options, select: noop }).catch(noop)
}

/** Runs `start` once a valid consent is known; without one, none of the person's data is loaded (specification 4). */
export function whenConsented(client: QueryClient, start: () => void): void {
  const answer = client.query({ ...consentementQuery, staleTime: 'static' })
  void answer.then((consentement) => isConsentementValide(consentement) && start()).catch(noop)
}

/** The grid of an event. */
export function prefetchGalerie(client: QueryClient, evenementId: number, space: Space): void {
  prefetch(client, galerieIndexQuery(evenementId, space))
  prefetch(client, signatureQuery(evenementId))
}

/** A participant's event with its grid. */
export function prefetchEvenementParticipant(client: QueryClient, evenementId: number): void {
  whenConsented(client, () => {
    prefetch(client, evenementParticipantQuery(evenementId))
    prefetchGalerie(client, evenementId, 'participant')
  })
}
