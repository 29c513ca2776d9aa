import { useEffect, useRef } from 'react'
import { motDePasseActuelSchema } from '#domain/utilisateur/profil.ts'
import { isProofRequired } from '#src/api/apiError.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { CurrentPasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { FormAlert } from './FormAlert.tsx'
import { sentenceOfRefusal } from './secondFacteurRefusal.ts'

interface Props {
  /** Error of the last call. */
  error: Error | null
  busy: boolean
  onProof: (motDePasseActuel: string) => void
}

/** The field for the current password when the server requires it; otherwise only the error. */
export function MotDePasseForm({ error, busy, onProof }: Props) {
  const isAsked = isProofRequired(error)
  const field = useRef<HTMLInputElement>(null)
  const isShown = isAsked || busy
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
    </form>
  )
}
