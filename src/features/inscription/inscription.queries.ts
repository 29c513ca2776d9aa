import { useMutation } from '@tanstack/react-query'
import { inscriptionEndpoints } from '#domain/inscription/inscription.endpoints.ts'
import { inscriptionSchema, type TypeParticipation } from '#domain/inscription/inscription.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call, callDeletion, callRaw } from '#src/api/client.ts'
import { parseEntries, validEntries } from '#src/api/entries.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { useReload } from '#src/api/useReload.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Registrations of an own event, pending ones first, then the newest. */
export const inscriptionsQuery = (evenementId: number) =>
  persistedQuery({
    queryKey: ['inscriptions', evenementId],
    meta: { live: ['inscription'], evenementId },
    queryFn: async ({ signal }) => {
      const list = await callRaw(inscriptionEndpoints.ofEvenement, { params: { id: evenementId }, signal })
      return validEntries(parseEntries(inscriptionSchema, list)).toSorted(
        (a, b) =>
          Number(b.statutInscription === 'EN_ATTENTE') - Number(a.statutInscription === 'EN_ATTENTE') ||
          Date.parse(b.dateInscription) - Date.parse(a.dateInscription),
      )
    },
  })

/** Registers the signed-in participant for a planned event, or cancels the registration. */
export function useParticiper() {
  return useMutation({
    mutationFn: async (action: { evenementId: number; typeParticipation: TypeParticipation | null }) => {
      const params = { id: action.evenementId }
      // An event that this person cannot find without a registration is refused too.
      if (action.typeParticipation === null)
        await callDeletion(inscriptionEndpoints.unregister, { params }, [
          'inscription.introuvable',
          'evenement.introuvable',
        ])
      else await call(inscriptionEndpoints.register, { params, body: { typeParticipation: action.typeParticipation } })
    },
    onSuccess: (_, { typeParticipation }) =>
      showToast({
        type: 'success',
        title: typeParticipation === null ? 'Vous êtes désinscrit(e).' : 'Votre inscription est enregistrée.',
      }),
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
    onSettled: useReload(['evenements']),
  })
}
