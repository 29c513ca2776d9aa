import { queryOptions } from '@tanstack/react-query'
import { serviceEndpoints } from '#domain/service/service.endpoints.ts'
import { fusionEndpoints } from '#domain/utilisateur/fusion.endpoints.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { call } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { currentToken, isGuest, renewToken } from '#src/api/session.ts'

/** Demonstration accounts, when the server runs the demonstration; otherwise an empty list. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: async ({ signal }) => {
    const { demo, motDePasse } = await call(serviceEndpoints.health, { signal })
    return { comptes: motDePasse === undefined ? [] : (demo ?? []), motDePasse: motDePasse ?? '' }
  },
  staleTime: Infinity,
  retry: false,
})

/** Without network a mailed link fails at once, instead of loading until there is some, and is read again then. */
const toldOffline = { networkMode: 'always', refetchOnReconnect: true } as const

/** Verifies the signed-in person's address; never refetched, because a link works once. */
export const confirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['confirmation', token],
    queryFn: async ({ signal }) => {
      const wasGuest = isGuest()
      await call(utilisateurEndpoints.confirmEmail, { body: { token }, signal })
      await leaveGuest()
      return { wasGuest }
    },
    staleTime: Infinity,
    retry: false,
    ...toldOffline,
  })

/** What a mailed link would move; read again only by opening the link again. */
export const fusionQuery = (token: string) =>
  queryOptions({
    queryKey: ['fusion', token],
    queryFn: ({ signal }) => call(fusionEndpoints.read, { body: { token }, signal }),
    staleTime: Infinity,
    retry: false,
    ...toldOffline,
  })

/** The signed-in person's account; persisted for use without network. */
export const moiQuery = persistedQuery({
  queryKey: ['moi'],
  meta: { isSessionBound: true },
  queryFn: async ({ signal }) => {
    const moi = await call(utilisateurEndpoints.me, { signal })
    // The address was confirmed in another tab, or the answer was lost.
    if (!moi.invite) await leaveGuest().catch(() => undefined)
    return moi
  },
})

/** After the confirmation of a guest's address: replaces the token that says that they are a guest. */
async function leaveGuest(): Promise<void> {
  if (isGuest()) await renewToken(currentToken())
}
