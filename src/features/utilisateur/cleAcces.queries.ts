import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferInput } from 'valibot'
import type { assouplissementSchema } from '#domain/utilisateur/cleAcces.ts'
import { cleAccesEndpoints } from '#domain/utilisateur/cleAcces.endpoints.ts'
import { call, callDeletion } from '#src/api/client.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { makePasskey } from './passkey.ts'
import { secondFacteurQuery } from './secondFacteur.queries.ts'

/** The person's passkeys, and whether a login requires one. */
export const clesAccesQuery = persistedQuery({
  queryKey: ['clesAcces'],
  queryFn: ({ signal }) => call(cleAccesEndpoints.list, { signal }),
})

/** Argument of a call that may require the password. */
interface Proven {
  readonly motDePasseActuel?: string | undefined
}

/** Makes a passkey on this device and adds it to the account. The caller says what failed. */
export function useAddCleAcces() {
  return useMutation({
    mutationFn: async ({ motDePasseActuel }: Proven) => {
      const { defi, options } = await call(cleAccesEndpoints.begin, { body: { motDePasseActuel } })
      return call(cleAccesEndpoints.add, { body: { defi, reponse: await makePasskey(options) } })
    },
    // After a failure too: the answer may be lost.
    onSettled: useRefresh(),
  })
}

export function useRemoveCleAcces() {
  return useMutation({
    mutationFn: ({ id, motDePasseActuel }: Proven & { id: number }) =>
      callDeletion(cleAccesEndpoints.remove, { params: { id }, body: { motDePasseActuel } }, ['cleAcces.introuvable']),
    onSuccess: useRefresh(),
  })
}

/** Makes logins require a passkey besides the password. Returns the recovery codes. */
export function useEnforceCleAcces() {
  return useMutation({
    mutationFn: ({ motDePasseActuel }: Proven) => call(cleAccesEndpoints.enforce, { body: { motDePasseActuel } }),
    // After a failure too: the answer may be lost, and the section then offers new codes.
    onSettled: useRefresh(),
  })
}

/** Makes logins require only the password again; needs a passkey or a code, and the password when the login is old. */
export function useRelaxCleAcces() {
  return useMutation({
    mutationFn: (body: InferInput<typeof assouplissementSchema>) =>
      callDeletion(cleAccesEndpoints.relax, { body }, ['secondFacteur.inactif']),
    onSuccess: useRefresh(),
  })
}

function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { queryKey } of [clesAccesQuery, secondFacteurQuery]) void client.invalidateQueries({ queryKey })
    // Other devices may have been signed out.
    void client.invalidateQueries({ queryKey: ['appareils'] })
  }
}
