import { Check, Heart, Trash2, X } from 'lucide-react'
import { Key } from '#src/ui/key/Key.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './DeskDecide.module.css'

interface Props {
  favori: boolean
  onValidate: () => void
  onReject: () => void
  onFavori: () => void
  onDelete: () => void
}

/** The keys of the desk; they wear their statut's colour. */
export function DeskDecide({ favori, onValidate, onReject, onFavori, onDelete }: Props) {
  return (
    <section className={css.deskDecide} aria-label="Décision">
      <button type="button" className={classNames(css.decide, css.decideReject)} onClick={onReject}>
        <X />
        Rejeter <Key>R</Key>
      </button>
      <button type="button" className={classNames(css.decide, css.decideSmall)} onClick={onDelete}>
        <span className="visually-hidden">Supprimer</span>
        <Trash2 />
        <Key>Suppr</Key>
      </button>
      <button
        type="button"
        className={classNames(css.decide, css.decideSmall)}
        aria-pressed={favori}
        onClick={onFavori}
      >
        <span className="visually-hidden">Favori</span>
        <Heart />
        <Key>F</Key>
      </button>
      <button type="button" className={classNames(css.decide, css.decideAccept)} onClick={onValidate}>
        <Check />
        Valider <Key>V</Key>
      </button>
    </section>
  )
}
