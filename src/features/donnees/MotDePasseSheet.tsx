import { useEffect, useRef } from 'react'
import { motDePasseActuelSchema } from '#domain/utilisateur/profil.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr, isProofRequired } from '#src/api/apiError.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { CurrentPasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { french } from '#src/ui/text/french.ts'

interface Props {
  /** Repeats the call with the password; its error decides whether the sheet stays open. */
  onProof: (motDePasseActuel: string) => Promise<unknown>
  onClose: () => void
}

const formId = 'mot-de-passe-actuel'

/** Asks for the current password when the login is too old for the request. */
export function MotDePasseSheet({ onProof, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  // The sheet has focused its title when it opened.
  useEffect(() => field.current?.focus(), [])
  const form = useSchemaForm({
    schema: motDePasseActuelSchema,
    onValid: async ({ motDePasseActuel }) => {
      try {
        await onProof(motDePasseActuel)
        onClose()
      } catch (error) {
        // The section that made the call shows any other error.
        if (!isProofRequired(error)) return onClose()
        form.refuse('motDePasseActuel', causeOr(error, phrases.erreurSurvenue))
      }
    },
  })
  return (
    <Sheet
      title="Confirmez que c'est vous"
      onClose={onClose}
      foot={
        <Button type="submit" form={formId} look="primary" wide busy={form.busy}>
          Continuer
        </Button>
      }
    >
      <form id={formId} {...form.props} className="stack">
        <p>{french('Votre connexion date de plus de dix minutes : votre mot de passe protège vos données.')}</p>
        <CurrentPasswordField ref={field} required error={form.errors['motDePasseActuel']} />
      </form>
    </Sheet>
  )
}
