import { useState } from 'react'
import { isProofRequired } from '#src/api/apiError.ts'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { CodesSheet } from './ActivationSheet.tsx'
import { MotDePasseForm } from './MotDePasseForm.tsx'
import { FormAlert } from './FormAlert.tsx'
import { useRenewCodes } from './secondFacteur.queries.ts'
import { sentenceOfRefusal } from './secondFacteurRefusal.ts'

/** Asks for confirmation: the old codes become invalid. */
export function NouveauxCodesSheet({ onClose }: { onClose: () => void }) {
  const renew = useRenewCodes()
  const once = useOnce()
  const [codes, setCodes] = useState<readonly string[]>()
  const ask = (motDePasseActuel?: string) =>
    once(() => renew.mutateAsync(motDePasseActuel, { onSuccess: ({ codesSecours }) => setCodes(codesSecours) }))
  // The old codes become invalid before the answer with the new ones arrives.
  const closeWhenIdle = renew.isPending ? undefined : onClose
  if (codes !== undefined) return <CodesSheet codes={codes} onClose={onClose} />
  if (isProofRequired(renew.error) || renew.variables !== undefined)
    return (
      <Sheet title="Nouveaux codes de secours" onClose={closeWhenIdle}>
        <MotDePasseForm error={renew.error} busy={renew.isPending} onProof={ask} />
      </Sheet>
    )
  return (
    <Sheet
      title="Nouveaux codes de secours"
      onClose={closeWhenIdle}
      foot={
        <Button look="primary" wide busy={renew.isPending} onClick={() => ask()}>
          Continuer
        </Button>
      }
    >
      <div className="stack">
        <p>Les anciens codes ne serviront plus.</p>
        <FormAlert sentence={renew.error === null ? undefined : sentenceOfRefusal(renew.error)} />
      </div>
    </Sheet>
  )
}
