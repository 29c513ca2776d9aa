import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { Field } from '#src/ui/field/Field.tsx'

interface Props {
  /** The account has a passkey, which can replace the code. */
  hasCle: boolean
  error: string | undefined
  busy: boolean
  onCle: () => void
}

/** Required by the server after the right password; the first control gets the focus. */
export function SecondStep({ hasCle, error, busy, onCle }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => (button.current ?? field.current)?.focus(), [])
  return (
    <>
      {hasCle && (
        <Button ref={button} wide busy={busy} onClick={onCle}>
          <KeyRound />
          Utiliser ma clé d'accès
        </Button>
      )}
      <Field
        ref={field}
        label={hasCle ? 'Ou un code de connexion' : 'Code de connexion'}
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        required
        hint={
          hasCle
            ? "L'un de vos codes de secours, ou celui de votre application d'authentification si vous en avez une."
            : "Le code à 6 chiffres de votre application d'authentification, ou l'un de vos codes de secours."
        }
        error={error}
      />
    </>
  )
}
