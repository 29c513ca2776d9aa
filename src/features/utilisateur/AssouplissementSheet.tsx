import { useRef, useState } from 'react'
import { KeyRound } from 'lucide-react'
import { assouplissementSchema } from '#domain/utilisateur/cleAcces.ts'
import { codeOf, isProofRequired } from '#src/api/apiError.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { CurrentPasswordField } from '#src/ui/field/PasswordField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { useRelaxCleAcces } from './cleAcces.queries.ts'
import { FormAlert } from './FormAlert.tsx'
import { askForPasskey } from './passkey.ts'
import { sentenceOfRefusal } from './secondFacteurRefusal.ts'

/** Asks for a passkey or a code, and for the password when the login is old. Not closed before the outcome is known. */
export function AssouplissementSheet({ onClose }: { onClose: () => void }) {
  const relax = useRelaxCleAcces()
  const [isProofAsked, setProofAsked] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isByKey = useRef(false)
  const form = useSchemaForm({
    schema: assouplissementSchema,
    read: ({ code, ...fields }) => (isByKey.current ? fields : { ...fields, code }),
    onValid: async (body) => {
      setFailure(undefined)
      try {
        const cleAcces = isByKey.current ? await askForPasskey() : undefined
        await relax.mutateAsync({ ...body, cleAcces })
        showToast({ type: 'success', title: "La connexion ne demande plus de clé d'accès." })
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
  const sendWithCle = () => {
    isByKey.current = true
    form.props.ref.current?.requestSubmit()
  }
  return (
    <Sheet
      title="Ne plus demander de clé d'accès"
      alert
      onClose={form.busy ? undefined : onClose}
      foot={
        <Button danger wide busy={form.busy} onClick={sendWithCle}>
          <KeyRound />
          Confirmer avec ma clé d'accès
        </Button>
      }
    >
      <form {...form.props} className="stack">
        <p>La connexion ne demandera plus que votre mot de passe. Vos clés d'accès restent utilisables.</p>
        {isProofAsked && <CurrentPasswordField required error={form.errors['motDePasseActuel']} />}
        <Field
          label="Code de secours"
          name="code"
          autoComplete="one-time-code"
          hint="À la place d'une clé perdue."
          error={form.errors['code']}
        />
        <Button
          type="submit"
          busy={form.busy}
          onClick={() => {
            isByKey.current = false
          }}
        >
          Confirmer avec ce code
        </Button>
        <FormAlert sentence={failure} />
      </form>
    </Sheet>
  )
}
