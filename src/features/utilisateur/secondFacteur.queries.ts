import { useMutation, useQueryClient } from '@tanstack/react-query'
import { secondFacteurEndpoints } from '#domain/utilisateur/secondFacteur.endpoints.ts'
import { call } from '#src/api/client.ts'
import { keptQuery } from '#src/api/keptQuery.ts'

/** Whether a login of the person asks for a code, and how many recovery codes are left. */
export const secondFacteurQuery = keptQuery({
  queryKey: ['secondFacteur'],
  queryFn: ({ signal }) => call(secondFacteurEndpoints.read, { signal }),
})

/** Makes a secret for an authenticator app. */
export function useBeginSecondFacteur() {
  return useMutation({
    mutationFn: (motDePasseActuel: string | undefined) =>
      call(secondFacteurEndpoints.begin, { body: bodyOf(motDePasseActuel) }),
  })
}

/** Switches it on by a first code; gives the recovery codes. */
export function useActivateSecondFacteur() {
  return useMutation({
    mutationFn: (code: string) => call(secondFacteurEndpoints.activate, { body: { code } }),
    onSuccess: useRefresh(),
  })
}

/** Gives ten new recovery codes. */
export function useRenewCodes() {
  return useMutation({
    mutationFn: (motDePasseActuel: string | undefined) =>
      call(secondFacteurEndpoints.renewCodes, { body: bodyOf(motDePasseActuel) }),
    onSuccess: useRefresh(),
  })
}

/** Switches it off, by a code and a proof. */
export function useRemoveSecondFacteur() {
  return useMutation({
    mutationFn: (body: { code: string; motDePasseActuel?: string | undefined }) =>
      call(secondFacteurEndpoints.remove, { body }),
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
