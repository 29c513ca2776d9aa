import { useState, type SyntheticEvent } from 'react'
import { safeParse } from 'valibot'
import { newPasswordField } from '#domain/utilisateur/identite.ts'
import { passwordHint, passwordRules } from '#domain/utilisateur/motDePasse.ts'
import { PasswordField } from '#src/ui/field/PasswordField.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

interface Props {
  label: string
  name: string
  error: string | undefined
  hint?: string
  required?: boolean
  /** Whether what registration asks of a password is listed. */
  rules?: boolean
  /** Nothing is asked of a password that is left empty. */
  optional?: boolean
}

/** A password that is being chosen, with its strength as one types. */
export function NewPassword({ rules = true, optional = false, hint, ...field }: Props) {
  const [password, setPassword] = useState('')
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setPassword(currentTarget.value)
  const isRefused = field.error !== undefined || (rules && !safeParse(newPasswordField, password).success)
  const hints = [hint, rules ? passwordHint : undefined].filter((text) => text !== undefined)
  return (
    <>
      {/* A browser that suggests a password starts an animation and types nothing. */}
      <PasswordField
        {...field}
        hint={hints.length === 0 ? undefined : hints.join(' ')}
        autoComplete="new-password"
        passwordrules={rules ? passwordRules.inscription : passwordRules.reinitialisation}
        onInput={read}
        onAnimationStart={read}
        onBlur={read}
      />
      {(!optional || password !== '') && <PasswordStrength password={password} isRefused={isRefused} rules={rules} />}
    </>
  )
}
