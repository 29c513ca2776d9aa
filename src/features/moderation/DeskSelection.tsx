import { Button } from '#src/ui/button/Button.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import type { Selection } from './useSelection.ts'
import css from './Desk.module.css'

/** How many media are chosen together, and all or none of them. */
export function DeskSelection({ selection, left }: { selection: Selection; left: number }) {
  const chosen = selection.ids.size
  return (
    <section className={css.selection} aria-label="Sélection">
      <Status className="small">
        {chosen === 0 ? 'Touchez les médias à choisir' : count(chosen, 'média choisi', 'médias choisis')}
      </Status>
      <div>
        <Button look="quiet" disabled={chosen === left} onClick={selection.all}>
          Tout choisir
        </Button>
        <Button look="quiet" disabled={chosen === 0} onClick={selection.clear}>
          Ne rien choisir
        </Button>
      </div>
    </section>
  )
}
