import { Button } from '#src/ui/button/Button.tsx'
import { french } from '#src/ui/text/french.ts'
import { count, formatNumber } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { type DeskItem, isOpen } from './deskItems.ts'
import type { Selection } from './useSelection.ts'
import css from './Desk.module.css'

interface Props {
  selection: Selection
  items: readonly DeskItem[]
  /** Ids of the media visible now. */
  inSight: ReadonlySet<number>
}

/** Number of selected media, with buttons for all and none. Selected media off screen are counted before and after. */
export function DeskSelection({ selection, items, inSight }: Props) {
  const open = items.filter(isOpen)
  const chosen = [...selection.ids]
  const chosenAway = chosen.filter((id) => !inSight.has(id)).length
  const away = open.filter(({ media }) => !inSight.has(media.id)).length
  const all =
    open.length === 0
      ? ''
      : ` : ${formatNumber(open.length)}${away === 0 ? '' : `, dont ${formatNumber(away)} hors de l'écran`}`
  const where =
    chosenAway === 0
      ? chosen.length > 1
        ? ", tous à l'écran"
        : ''
      : `, dont ${formatNumber(chosenAway)} hors de l'écran`
  return (
    <section className={css.selection} aria-label="Sélection">
      <Status className="small">
        {chosen.length === 0
          ? 'Touchez les médias à choisir'
          : french(`${count(chosen.length, 'média choisi', 'médias choisis')}${where}`)}
      </Status>
      <div>
        <Button look="quiet" disabled={chosen.length === open.length} onClick={selection.all}>
          {`Tout choisir${all}`}
        </Button>
        <Button look="quiet" disabled={chosen.length === 0} onClick={selection.clear}>
          Ne rien choisir
        </Button>
      </div>
    </section>
  )
}
