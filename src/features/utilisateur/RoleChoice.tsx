import css from './Auth.module.css'

const choices = [
  { value: 'PARTICIPANT', title: 'Je participe', hint: 'Je suis invité(e), je dépose mes photos.' },
  { value: 'ORGANISATEUR', title: "J'organise", hint: 'Je crée des événements et je choisis les photos.' },
] as const

/** Choice of role: participant or organiser, without approval (product 3). */
export function RoleChoice() {
  return (
    <fieldset className={css.roles}>
      <legend className="visually-hidden">Votre rôle</legend>
      {choices.map(({ value, title, hint }, at) => (
        <label key={value} className={css.role} aria-label={title}>
          <input type="radio" name="role" value={value} defaultChecked={at === 0} />
          <span>
            <b>{title}</b>
            <span className="small muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
