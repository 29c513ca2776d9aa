import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps, type RefObject } from 'react'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { FieldFrame } from './Field.tsx'
import css from './Field.module.css'

declare module 'react' {
  // The type parameter must have React's own name.
  // oxlint-disable-next-line typescript/no-unused-vars
  interface InputHTMLAttributes<T> {
    /** Safari: rules for suggested passwords. https://developer.apple.com/password-rules/ */
    passwordrules?: string
  }
}

interface Props extends ComponentProps<'input'> {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, error, hint, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(ids) => (
        <div className={css.controlWrap}>
          <input {...input} {...ids} type={shown ? 'text' : 'password'} className={css.control} spellCheck={false} />
          {/* Its name says what it does: without aria-pressed, which would be read with the changed name. */}
          <IconButton
            name={shown ? 'Masquer le mot de passe' : 'Afficher le mot de passe'}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        </div>
      )}
    </FieldFrame>
  )
}

interface CurrentProps extends Pick<Props, 'error' | 'onChange' | 'required'> {
  ref?: RefObject<HTMLInputElement | null>
}

/** The current password, shown when the server requires it (product 7); focused when it appears. */
export function CurrentPasswordField({ ref, ...props }: CurrentProps) {
  const own = useRef<HTMLInputElement>(null)
  const field = ref ?? own
  useEffect(() => field.current?.focus(), [field])
  return (
    <PasswordField
      {...props}
      ref={field}
      label="Mot de passe actuel"
      name="motDePasseActuel"
      autoComplete="current-password"
    />
  )
}
