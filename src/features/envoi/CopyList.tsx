import { useId } from 'react'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { french } from '#src/ui/text/french.ts'
import { count, formatNumber, formatSize } from '#src/ui/text/quantities.ts'
import type { CopyLot } from './copyLot.ts'
import { runCommand } from './runCommand.ts'
import { usePreviews } from '#src/pwa/preview/usePreviews.ts'
import css from './Envois.module.css'

const shown = 11

/** The files being copied: some previews, and a list of the files not copied yet, which can be cancelled. */
export function CopyList({ lot: { copied, copying, total } }: { lot: CopyLot }) {
  const id = useId()
  const previews = usePreviews(copied.slice(0, shown).map((item) => item.id))
  const more = total - previews.length
  const notes =
    total === 1
      ? "Son nom est noté : si le téléphone ferme la page, elle n'est pas oubliée."
      : `Les ${count(total, 'nom est noté', 'noms sont notés')} : si le téléphone ferme la page, rien n'est oublié.`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        Choisies <span className="muted">{formatNumber(total)}</span>
      </h2>
      <ul className={css.copies} aria-hidden="true">
        {previews.map((address) => (
          <li key={address}>
            <img src={address} alt="" />
          </li>
        ))}
        {more > 0 && (
          <li className={css.copiesMore}>{previews.length === 0 ? formatNumber(total) : `+ ${formatNumber(more)}`}</li>
        )}
      </ul>
      <p className="meta">{french(notes)}</p>
      <details className="fold">
        <summary>{`Pas encore copiées (${formatNumber(copying.length)})`}</summary>
        <ul>
          {copying.map((item) => (
            <li key={item.id} className={css.copyName}>
              <span className="clip">{`${item.name}, ${formatSize(item.size)}`}</span>
              <Button
                {...rowAction('retirer-copie')}
                look="quiet"
                onClick={() => runCommand(uploadQueue.cancel([item.id]), [item])}
              >
                Retirer<span className="visually-hidden"> {item.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
