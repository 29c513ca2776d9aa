import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/**
 * For `onSettled` of a mutation: fetches lists again. A success ends with the new lists, so that the action cannot be
 * repeated on the old ones. A failure ends at once: without network the lists would keep the action and its dialog busy.
 * @param keys query keys of the lists, or the first parts of them
 */
export function useReload(...keys: readonly QueryKey[]) {
  const client = useQueryClient()
  return (_answer: unknown, error: Error | null): Promise<unknown> | undefined => {
    const reloading = Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
    return error === null ? reloading : undefined
  }
}
