import { Plus } from 'lucide-react'
import { isProofRequired } from '#src/api/apiError.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { useAddCleAcces } from './cleAcces.queries.ts'
import { PasskeyError } from './passkey.ts'
import { ProofSheet } from './ProofSheet.tsx'
import { sentenceOfRefusal } from './secondFacteurRefusal.ts'

/** Adds a passkey of this device or of another one (cross-device). */
export function AjoutCle() {
  const onlineOnly = useOnlineOnly()
  const add = useAddCleAcces()
  const once = useOnce()
  const send = (motDePasseActuel?: string) =>
    once(() =>
      add.mutateAsync(
        { motDePasseActuel },
        {
          onSuccess: () => showToast({ type: 'success', title: "La clé d'accès est ajoutée." }),
          onError: (error) => {
            if (error instanceof PasskeyError || (motDePasseActuel === undefined && !isProofRequired(error)))
              showToast({ type: 'error', title: sentenceOfRefusal(error) })
          },
        },
      ),
    )
  return (
    <>
      <div className="actions">
        <Button busy={add.isPending} {...onlineOnly} onClick={() => send()}>
          <Plus />
          Ajouter une clé d'accès
        </Button>
      </div>
      <ProofSheet title="Ajouter une clé d'accès" mutation={add} onProof={send} />
    </>
  )
}
