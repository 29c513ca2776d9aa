import { useEffect, useRef, useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { motDePasseActuelSchema } from '#domain/utilisateur/profil.ts'
import { isProofRequired } from '#src/api/apiError.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { CurrentPasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { FormAlert } from './FormAlert.tsx'
import { sentenceOfRefusal } from './secondFacteurRefusal.ts'

interface Props {
  /** Error of the last call. */
  error: Error | null
  busy: boolean
  onProof: (motDePasseActuel: string) => void
  /** Repeats a call that failed before the server required the password. */
  onRetry?: () => void
}

/** The field for the current password once the server requires it; otherwise the error. */
export function MotDePasseForm({ error, busy, onProof, onRetry }: Props) {
  const isAsked = isProofRequired(error)
  const field = useRef<HTMLInputElement>(null)
  // The field stays while the password is sent, and after another failure.
  const [isShown, setShown] = useState(isAsked)
  if (isAsked && !isShown) setShown(true)
  // The button stays while the call is repeated: it holds the focus.
  const [hasFailed, setFailed] = useState(false)
  if (error !== null && !hasFailed) setFailed(true)
  useEffect(() => {
    if (isAsked) field.current?.focus()
  }, [isAsked])
  const form = useSchemaForm({
    schema: motDePasseActuelSchema,
    onValid: ({ motDePasseActuel }) => onProof(motDePasseActuel),
  })
  const refusal = error === null ? undefined : sentenceOfRefusal(error)
  return (
    <form {...form.props} className="stack">
      {!isShown && !hasFailed && busy && <LoadingBox label="Chargement" height="6rem" />}
      {isShown && (
        <>
          <CurrentPasswordField
            ref={field}
            required
            error={form.errors['motDePasseActuel'] ?? (isAsked ? refusal : undefined)}
          />
          <Button type="submit" look="primary" wide busy={busy}>
            Continuer
          </Button>
        </>
      )}
      <FormAlert sentence={isAsked ? undefined : refusal} />
      {!isShown && hasFailed && onRetry && (
        <Button wide busy={busy} onClick={onRetry}>
          {phrases.reessayer}
        </Button>
      )}
    </form>
  )
}
