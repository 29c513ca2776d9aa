import { useEffect, useRef } from 'react'
import { motDePasseActuelSchema } from '#domain/utilisateur/profil.ts'
import { codeOf } from '#src/api/apiError.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { PasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { FormAlert } from './FormAlert.tsx'
import { sentenceOfRefusal } from './secondFacteurRefusal.ts'

interface Props {
  /** Error of the last call. */
  error: Error | null
  busy: boolean
  onProof: (motDePasseActuel: string) => void
}

/** Whether the server requires the current password, or the given one is wrong. */
export function isProofCode(error: unknown): boolean {
  return ['utilisateur.mot_de_passe_requis', 'utilisateur.mot_de_passe_incorrect'].includes(codeOf(error))
}

/** The field for the current password when the server requires it; otherwise only the error. */
export function MotDePasseForm({ error, busy, onProof }: Props) {
  const isAsked = isProofCode(error)
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
          <PasswordField
            ref={field}
            label="Mot de passe actuel"
            name="motDePasseActuel"
            autoComplete="current-password"
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
