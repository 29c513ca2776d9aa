import { useMutation, useQueryClient } from '@tanstack/react-query'
import { secondFacteurEndpoints } from '#domain/utilisateur/secondFacteur.endpoints.ts'
import { call, callDeletion } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'

/** Whether a login requires a code, and how many recovery codes are left. */
export const secondFacteurQuery = persistedQuery({
  queryKey: ['secondFacteur'],
  queryFn: ({ signal }) => call(secondFacteurEndpoints.read, { signal }),
})

/** Creates a secret for an authenticator app. */
export function useBeginSecondFacteur() {
  return useMutation({
    mutationFn: (motDePasseActuel: string | undefined) =>
      call(secondFacteurEndpoints.begin, { body: bodyOf(motDePasseActuel) }),
  })
}

/** Enables the second factor with a first code. Returns the recovery codes. */
export function useActivateSecondFacteur() {
  return useMutation({
    mutationFn: (code: string) => call(secondFacteurEndpoints.activate, { body: { code } }),
    // After a failure too: the answer may be lost, and the section then offers new codes.
    onSettled: useRefresh(),
  })
}

/** Replaces the recovery codes. @returns the new ones, which the server does not show again */
export function useRenewCodes() {
  return useMutation({
    mutationFn: (motDePasseActuel: string | undefined) =>
      call(secondFacteurEndpoints.renewCodes, { body: bodyOf(motDePasseActuel) }),
    onSuccess: useRefresh(),
  })
}

/** Disables the second factor, with a code and the password when the login is old. */
export function useRemoveSecondFacteur() {
  return useMutation({
    mutationFn: (body: { code: string; motDePasseActuel?: string | undefined }) =>
      callDeletion(secondFacteurEndpoints.remove, { body }, ['secondFacteur.inactif']),
    onSuccess: useRefresh(),
  })
}

function bodyOf(motDePasseActuel: string | undefined) {
  return motDePasseActuel === undefined ? undefined : { motDePasseActuel }
}

function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: secondFacteurQuery.queryKey })
    // Other devices were signed out.
    void client.invalidateQueries({ queryKey: ['appareils'] })
  }
}
