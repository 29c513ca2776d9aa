import {
  infiniteQueryOptions,
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  type QueryPersister,
} from '@tanstack/react-query'
import type { PageUtilisateurs } from '#domain/utilisateur/pageUtilisateurs.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { call } from '#src/api/client.ts'
import { persisted } from '#src/api/persistence.ts'
import type { RoleFilter } from './utilisateurFilter.ts'

export const utilisateursKey = ['utilisateurs', 'pages']

/** The accounts that the server finds, in pages; only the list of all accounts is persisted. */
export const utilisateursQuery = ({ recherche, role }: { recherche: string; role: RoleFilter }) =>
  infiniteQueryOptions<PageUtilisateurs, Error, InfiniteData<PageUtilisateurs>, QueryKey, number | null>({
    queryKey: [...utilisateursKey, recherche, role],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        recherche,
        ...(role !== 'TOUS' && { role }),
        ...(pageParam !== null && { apres: String(pageParam) }),
      }
      return call(utilisateurEndpoints.search, { query, signal })
    },
    initialPageParam: null,
    getNextPageParam: ({ suite }) => suite,
    networkMode: 'offlineFirst',
    staleTime: 0,
    placeholderData: keepPreviousData,
    // The library's persister type does not support pages; all pages are persisted.
    ...(recherche === '' &&
      role === 'TOUS' && { persister: persisted as QueryPersister<PageUtilisateurs, QueryKey, number | null> }),
  })

/** Changes the accounts of every list that is loaded. @param change returns the account to show, null to remove it */
export function changeUtilisateurs(client: QueryClient, change: (one: Utilisateur) => Utilisateur | null): void {
  client.setQueriesData<InfiniteData<PageUtilisateurs>>({ queryKey: utilisateursKey }, (data) =>
    data === undefined
      ? undefined
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            utilisateurs: page.utilisateurs.flatMap((one) => change(one) ?? []),
          })),
        },
  )
}
