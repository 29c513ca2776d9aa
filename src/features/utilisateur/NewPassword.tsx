import { useState, type SyntheticEvent } from 'react'
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
export function NewPassword({ rules = true, optional = false, ...field }: Props) {
  const [password, setPassword] = useState('')
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setPassword(currentTarget.value)
  return (
    <>
      {/* A browser that suggests a password starts an animation and types nothing. */}
      <PasswordField {...field} autoComplete="new-password" onInput={read} onAnimationStart={read} onBlur={read} />
      {(!optional || password !== '') && <PasswordStrength password={password} rules={rules} />}
    </>
  )
}
