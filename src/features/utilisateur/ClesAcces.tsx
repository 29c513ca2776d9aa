import { useState } from 'react'
import type { CleAcces } from '#domain/utilisateur/cleAcces.ts'
import { isProofRequired } from '#src/api/apiError.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { useRemoveCleAcces } from './cleAcces.queries.ts'
import { CleAccesRow, nameOfCle } from './CleAccesRow.tsx'
import { ProofSheet } from './ProofSheet.tsx'
import { sentenceOfRefusal } from './secondFacteurRefusal.ts'
import css from './Appareils.module.css'

interface Props {
  cles: readonly CleAcces[]
  onRemoved: () => void
}

/** The list of passkeys; removing one asks for confirmation. */
export function ClesAcces({ cles, onRemoved }: Props) {
  const remove = useRemoveCleAcces()
  const [asked, setAsked] = useState<CleAcces>()
  const send = (cle: { id: number; motDePasseActuel?: string }) =>
    remove.mutate(cle, {
      onSuccess: () => {
        showToast({ type: 'success', title: "La clé d'accès est supprimée." })
        onRemoved()
      },
      onError: (error) => {
        if (cle.motDePasseActuel === undefined && !isProofRequired(error))
          showToast({ type: 'error', title: sentenceOfRefusal(error) })
      },
    })
  if (cles.length === 0) return null
  return (
    <>
      <ul className={css.appareils} aria-label="Vos clés d'accès">
        {cles.map((cle) => (
          <CleAccesRow
            key={cle.id}
            cle={cle}
            busy={remove.isPending && remove.variables.id === cle.id}
            onRemove={() => setAsked(cle)}
          />
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmDialog
          title="Supprimer cette clé d'accès ?"
          question={`« ${nameOfCle(asked)} » ne vous connectera plus. Supprimez-la ensuite aussi de l'appareil ou du gestionnaire qui la garde.`}
          confirm="Supprimer"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            send({ id: asked.id })
          }}
        />
      )}
      <ProofSheet
        title="Supprimer cette clé d'accès ?"
        mutation={remove}
        onProof={(motDePasseActuel) => send({ id: remove.variables?.id ?? 0, motDePasseActuel })}
      />
    </>
  )
}
