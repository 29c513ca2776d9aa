import { classNames } from '#src/ui/text/classNames.ts'
import css from './Avatar.module.css'
import { hueOf, initials } from './initials.ts'

interface Props {
  person: { id: number; prenom: string; nom: string }
  size?: 'small' | 'large' | undefined
}

/** A person's initials on a hue derived from their id. Decorative: show the name beside it. */
export function Avatar({ person, size }: Props) {
  return (
    <span
      className={classNames(css.avatar, size === 'small' && css.avatarSmall, size === 'large' && css.avatarLarge)}
      style={{ '--hue': hueOf(person.id) }}
      aria-hidden="true"
    >
      {initials(person)}
    </span>
  )
}
