import { useState } from 'react'
import { desactivationSchema } from '#domain/utilisateur/secondFacteur.ts'
import { codeOf, isProofRequired } from '#src/api/apiError.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { CurrentPasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { FormAlert } from './FormAlert.tsx'
import { useRemoveSecondFacteur } from './secondFacteur.queries.ts'
import { sentenceOfRefusal } from './secondFacteurRefusal.ts'

/** Asks for a code, and for the password when the login is old. Not closed before the outcome is known. */
export function DesactivationSheet({ onClose }: { onClose: () => void }) {
  const remove = useRemoveSecondFacteur()
  const [isProofAsked, setProofAsked] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useSchemaForm({
    schema: desactivationSchema,
    onValid: async (body) => {
      setFailure(undefined)
      try {
        await remove.mutateAsync(body)
        showToast({ type: 'success', title: 'La connexion en deux étapes est désactivée.' })
        onClose()
      } catch (error) {
        const sentence = sentenceOfRefusal(error)
        if (isProofRequired(error)) {
          setProofAsked(true)
          form.refuse('motDePasseActuel', sentence)
        } else if (codeOf(error) === 'secondFacteur.code_incorrect') form.refuse('code', sentence)
        else setFailure(sentence)
      }
    },
  })
  return (
    <Sheet
      title="Désactiver la connexion en deux étapes"
      alert
      onClose={form.busy ? undefined : onClose}
      foot={
        <Button type="submit" form="desactivation" danger wide busy={form.busy}>
          Désactiver
        </Button>
      }
    >
      <form id="desactivation" {...form.props} className="stack">
        <p>La connexion ne demandera plus que votre mot de passe.</p>
        <Field
          label="Code de connexion"
          name="code"
          autoComplete="one-time-code"
          required
          hint="Celui de l'application, ou un code de secours."
          error={form.errors['code']}
        />
        {isProofAsked && <CurrentPasswordField required error={form.errors['motDePasseActuel']} />}
        <FormAlert sentence={failure} />
      </form>
    </Sheet>
  )
}
