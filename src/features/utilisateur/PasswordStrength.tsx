import { Check, X } from 'lucide-react'
import type { Tone } from '#domain/texte/tone.ts'
import {
  passwordCriteria,
  passwordStrength,
  passwordStrengthLabel,
  refusedPasswordStrength,
} from '#domain/utilisateur/motDePasse.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import css from './PasswordStrength.module.css'

const tones: readonly Tone[] = ['red', 'red', 'red', 'amber', 'green', 'green', 'green']

interface Props {
  password: string
  /** Whether a rule is not met or the server refused it: then it is never called "Fort". */
  isRefused: boolean
  rules: boolean
}

/** Strength meter with six steps and a word, and with `rules` the unmet rules; the word is announced politely. */
export function PasswordStrength({ password, isRefused, rules }: Props) {
  const points = passwordStrength(password)
  const score = isRefused ? Math.min(points, refusedPasswordStrength) : points
  return (
    <div className="stack" style={{ '--gap': 'var(--space-2)' }}>
      <p
        className={classNames(css.strength, 'small')}
        data-tone={password === '' ? 'gray' : tones[score]}
        style={{ '--score': score }}
      >
        <span className={css.strengthBar} aria-hidden="true" />
        <b aria-live="polite">
          <span className="visually-hidden">{french('Force du mot de passe : ')}</span>
          {password === '' ? 'À choisir' : passwordStrengthLabel(score)}
        </b>
      </p>
      {rules && (
        <ul className={classNames(css.rules, 'small')}>
          {passwordCriteria.map(({ key, label, holds }) => {
            const held = holds(password)
            return (
              <li key={key} data-ok={held || undefined}>
                {held ? <Check className="icon--small" /> : <X className="icon--small" />}
                {label}
                <span className="visually-hidden">{held ? ', fait' : ', manque'}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
