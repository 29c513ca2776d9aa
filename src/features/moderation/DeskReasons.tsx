import { raisonsRejet } from '#domain/media/media.ts'
import { Key } from '#src/ui/key/Key.tsx'
import { Status } from '#src/ui/text/Status.tsx'
import css from './DeskReasons.module.css'

interface Props {
  /** R was pressed: the next digit chooses a reason. */
  armed: boolean
  onReason: (reason: number) => void
}

/** The list of reasons beside the photo; one click rejects. */
export function DeskReasons({ armed, onReason }: Props) {
  return (
    <section className={css.deskReasons} aria-labelledby="raisons" data-armed={armed || undefined}>
      <h2 id="raisons">Rejeter, parce que…</h2>
      <ReasonList onReason={onReason} />
      <Status hidden>{armed && 'Choisissez une raison, de 1 à 9'}</Status>
    </section>
  )
}

/** Reasons 1 to 9; the last one asks for free text. */
export function ReasonList({ onReason }: { onReason: (reason: number) => void }) {
  return (
    <ol className={css.reasons}>
      {[...raisonsRejet, 'Autre raison…'].map((raison, index) => (
        <li key={raison}>
          <button type="button" className={css.reason} onClick={() => onReason(index + 1)}>
            <Key>{index + 1}</Key>
            {raison}
          </button>
        </li>
      ))}
    </ol>
  )
}
