import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ofName } from '#domain/texte/ofName.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import type { Role, Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { causeOr, codeOf } from '#src/api/apiError.ts'
import { call, callDeletion } from '#src/api/client.ts'
import { useReload } from '#src/api/useReload.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { changeUtilisateurs, utilisateursKey } from './utilisateurs.queries.ts'

type Change = { readonly role: Role } | { readonly statutActif: boolean }

/** Changes one account; not optimistic: the list shows the server's answer. */
export function useChangeUtilisateur(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => call(utilisateurEndpoints.change, { params: { id }, body: change }),
    onSuccess: (changed, change) => {
      changeUtilisateurs(client, (one) => (one.id === id ? changed : one))
      // Another administrator may now be the only one. Not awaited, as below.
      void client.invalidateQueries({ queryKey: utilisateursKey })
      showToast({ type: 'success', title: changeSentence(changed, change) })
    },
    onError: (error) => {
      showFailure(error, {
        refused: "Impossible de modifier ce compte. Rien n'a été changé.",
        unanswered: "La modification de ce compte n'est pas confirmée.",
      })
      // Not awaited: the person may try again at once, also without network.
      void client.invalidateQueries({ queryKey: utilisateursKey })
    },
  })
}

export function useDeleteUtilisateur() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Utilisateur) =>
      callDeletion(utilisateurEndpoints.remove, { params: { id } }, ['utilisateur.introuvable']),
    onSuccess: (_, { id, prenom, nom }) => {
      changeUtilisateurs(client, (one) => (one.id === id ? null : one))
      showToast({ type: 'success', title: 'Compte supprimé', message: nomComplet({ prenom, nom }) })
    },
    onError: (error) =>
      showFailure(error, {
        refused: "Impossible de supprimer ce compte. Rien n'a été effacé.",
        unanswered: "La suppression de ce compte n'est pas confirmée.",
      }),
    onSettled: useReload(utilisateursKey),
  })
}

/** Without an error code of our server (no answer, or the page of a proxy) the call may have been carried out. */
function showFailure(error: Error, titles: { refused: string; unanswered: string }): void {
  const title = codeOf(error) === '' ? titles.unanswered : titles.refused
  const message = causeOr(error, '')
  showToast({ type: 'error', title, ...(message !== '' && { message }) })
}

function changeSentence({ prenom, nom, statutActif }: Utilisateur, change: Change): string {
  if ('role' in change) return `Rôle ${ofName(nomComplet({ prenom, nom }))} mis à jour`
  return statutActif
    ? `Compte ${ofName(nomComplet({ prenom, nom }))} réactivé`
    : `Compte ${ofName(nomComplet({ prenom, nom }))} désactivé`
}
