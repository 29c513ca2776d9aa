import css from './Auth.module.css'

const choices = [
  { value: 'PARTICIPANT', title: 'Je participe', hint: 'Je suis invité(e), je dépose mes photos.' },
  { value: 'ORGANISATEUR', title: "J'organise", hint: 'Je crée des événements et je choisis les photos.' },
] as const

interface Props {
  initial: (typeof choices)[number]['value']
}

/**
 * Choice of role: participant or organiser, without approval (product 3). The landing page preselects the organiser,
 * because guests come by a link or an invitation, which ask for no role.
 */
export function RoleChoice({ initial }: Props) {
  return (
    <fieldset className={css.roles}>
      <legend className="visually-hidden">Votre rôle</legend>
      {choices.map(({ value, title, hint }) => (
        <label key={value} className={css.role} aria-label={title}>
          <input type="radio" name="role" value={value} defaultChecked={value === initial} />
          <span>
            <b>{title}</b>
            <span className="small muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
