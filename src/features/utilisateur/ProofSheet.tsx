import { isProofRequired } from '#src/api/apiError.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { MotDePasseForm } from './MotDePasseForm.tsx'
import { PasskeyError } from './passkey.ts'

interface Props {
  title: string
  /** The call that may require the current password. */
  mutation: {
    readonly error: Error | null
    readonly isPending: boolean
    readonly variables: { readonly motDePasseActuel?: string | undefined } | undefined
    readonly reset: () => void
  }
  onProof: (motDePasseActuel: string) => void
}

/**
 * Asks for the current password when a call requires it; renders nothing before. Stays when the call fails, to try
 * again, but not when the device refuses a passkey: the server has accepted the password then. Not closed while the
 * call runs: its answer may have recovery codes, which are not shown again.
 */
export function ProofSheet({ title, mutation, onProof }: Props) {
  const { error, isPending, variables, reset } = mutation
  const isShown =
    isProofRequired(error) ||
    (variables?.motDePasseActuel !== undefined && (isPending || (error !== null && !(error instanceof PasskeyError))))
  if (!isShown) return null
  return (
    <Sheet title={title} onClose={isPending ? undefined : reset}>
      <MotDePasseForm error={error} busy={isPending} onProof={onProof} />
    </Sheet>
  )
}
