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
  rules?: boolean
  /** An empty password is valid. */
  optional?: boolean
}

/** A field for a new password with a strength meter. */
export function NewPassword({ rules = true, optional = false, hint, ...field }: Props) {
  const [password, setPassword] = useState('')
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setPassword(currentTarget.value)
  const isRefused = field.error !== undefined || (rules && !safeParse(newPasswordField, password).success)
  const hints = [hint, rules ? passwordHint : undefined].filter((text) => text !== undefined)
  return (
    <>
      {/* When a browser fills in a suggested password it fires no input event, but an animation starts. */}
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
