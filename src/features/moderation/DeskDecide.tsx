import type { ComponentProps } from 'react'
import { Check, Heart, Trash2, X } from 'lucide-react'
import { Key } from '#src/ui/key/Key.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import css from './DeskDecide.module.css'

interface Props {
  favori: boolean
  /** How many media are selected; undefined for the current one. */
  chosen?: number
  onValidate: () => void
  onReject: () => void
  onFavori: () => void
  onDelete: () => void
}

/** The decision buttons, in the colours of their statut. */
export function DeskDecide({ favori, chosen, onValidate, onReject, onFavori, onDelete }: Props) {
  const disabled = chosen === 0
  const figure = chosen === undefined ? '' : ` ${formatNumber(chosen)}`
  return (
    <section className={css.deskDecide} aria-label="Décision" data-many={chosen !== undefined || undefined}>
      <Decide look={css.decideReject} data-decide="reject" disabled={disabled} onClick={onReject}>
        <X />
        Rejeter{figure} <Key>R</Key>
      </Decide>
      <Decide look={css.decideSmall} disabled={disabled} onClick={onDelete}>
        <span className="visually-hidden">Supprimer</span>
        <Trash2 />
        <Key>Suppr</Key>
      </Decide>
      <Decide look={css.decideSmall} disabled={disabled} aria-pressed={favori} onClick={onFavori}>
        <span className="visually-hidden">Favori</span>
        <Heart />
        <Key>F</Key>
      </Decide>
      <Decide look={css.decideAccept} data-decide="accept" disabled={disabled} onClick={onValidate}>
        <Check />
        Valider{figure} <Key>V</Key>
      </Decide>
    </section>
  )
}

function Decide({
  look,
  ...rest
}: ComponentProps<'button'> & { look: string | undefined; 'data-decide'?: 'accept' | 'reject' }) {
  return <button type="button" {...rest} className={classNames(css.decide, look)} />
}
