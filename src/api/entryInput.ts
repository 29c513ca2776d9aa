import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'

/** What the request of an entry sends, the same at each retry. */
export function entryInput({ code, key, prenom, nom, versionRGPD }: GuestEntry) {
  const consentement = { accepte: true, version: versionRGPD } as const
  return { params: { code }, body: { cle: key, prenom, nom, typeParticipation: 'SUR_PLACE', consentement } } as const
}
