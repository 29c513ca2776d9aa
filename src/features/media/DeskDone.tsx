import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { count } from '#src/ui/text/quantities.ts'
import css from './Desk.module.css'

/** Nothing waits any more. */
export function DeskDone({ evenementId, decided }: { evenementId: number; decided: number }) {
  return (
    <div className={css.deskDone}>
      <EmptyState
        title={decided > 0 ? 'Tout est vu' : 'Rien à valider pour le moment'}
        action={
          <ButtonLink to="/organizer/evenements/$id/medias" params={{ id: String(evenementId) }}>
            Voir la galerie
          </ButtonLink>
        }
      >
        {decided > 0
          ? `${count(decided, 'décision prise', 'décisions prises')}. Les prochaines photos arrivent ici d'elles-mêmes.`
          : "Les photos que vos invités déposent arrivent ici d'elles-mêmes."}
      </EmptyState>
    </div>
  )
}
