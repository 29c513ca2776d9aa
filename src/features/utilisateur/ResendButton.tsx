import { useMutation } from '@tanstack/react-query'
import { phrases } from '#domain/texte/phrases.ts'
import { utilisateurEndpoints } from '#domain/utilisateur/utilisateur.endpoints.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/** Mails the verification link again (product 6). */
export function ResendButton({ look }: { look?: 'primary' }) {
  const onlineOnly = useOnlineOnly()
  const resend = useMutation({
    mutationFn: () => call(utilisateurEndpoints.resendConfirmation, {}),
    onSuccess: ({ message }) => showToast({ type: 'success', title: message }),
    onError: (error) => showToast({ type: 'error', title: causeOr(error, phrases.erreurSurvenue) }),
  })
  const once = useOnce()
  return (
    <Button look={look} busy={resend.isPending} {...onlineOnly} onClick={() => once(() => resend.mutateAsync())}>
      Renvoyer le lien
    </Button>
  )
}
