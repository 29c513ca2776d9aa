import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { useDebounced } from '#src/ui/now/useDebounced.ts'
import { useLoadUntilFound } from '#src/ui/paging/useLoadUntilFound.ts'
import { utilisateursQuery } from './utilisateurs.queries.ts'
import { filterUtilisateurs, type RoleFilter } from './utilisateurFilter.ts'

const typingMs = 250

/**
 * The accounts that match a search and a role. Where this device holds all accounts it filters them itself, at once and
 * also without network; otherwise the server searches.
 */
export function useUtilisateurs({ text, role }: { text: string; role: RoleFilter }) {
  const online = useOnline()
  const all = useInfiniteQuery(utilisateursQuery({ recherche: '', role: 'TOUS' }))
  // Deferred: the search field stays responsive while a long list re-renders.
  const filter = useDeferredValue({ text, role })
  const isFiltered = text.trim() !== '' || role !== 'TOUS'
  const isWhole = all.data !== undefined && !all.hasNextPage
  const isAsked = isFiltered && online && !isWhole && all.data !== undefined
  const recherche = useDebounced(text.trim(), typingMs)
  // Until the typing pauses it is the list of all accounts, which is loaded.
  const isList = recherche === '' && role === 'TOUS'
  const found = useInfiniteQuery({ ...utilisateursQuery({ recherche, role }), enabled: isAsked && !isList })
  const query = isAsked ? found : all
  const loaded = query.data?.pages.flatMap(({ utilisateurs }) => utilisateurs) ?? []
  const isOfRole = ({ role: own }: Utilisateur) => filter.role === 'TOUS' || own === filter.role
  const shown = isAsked ? loaded : filterUtilisateurs(loaded, filter.text).filter(isOfRole)
  const isSearching = useLoadUntilFound(found, { isWanted: isAsked && loaded.length === 0 })
  return {
    query,
    shown,
    /** Those of every role, for the numbers of the filter; null when this device does not hold all accounts. */
    counted: isWhole ? filterUtilisateurs(loaded, text) : null,
    isSearching,
    /** Whether the list of all accounts has arrived, or was kept on this device. */
    isKnown: all.data !== undefined,
    isBusy: query.isPlaceholderData,
    online,
    seulAdministrateurId: all.data?.pages[0]?.seulAdministrateurId ?? null,
  }
}
