import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { count } from '#src/ui/text/quantities.ts'
import css from './Desk.module.css'

interface Props {
  evenementId: number
  decided: number
  /** Number of pending removal requests. */
  demandes: number
}

/** Shown when no media is pending; links to the removal requests if there are any. */
export function DeskDone({ evenementId, decided, demandes }: Props) {
  return (
    <div className={css.deskDone}>
      <EmptyState
        title={decided > 0 ? 'Tout est vu' : 'Rien à valider pour le moment'}
        action={
          demandes > 0 ? (
            <ButtonLink
              to="/organisateur/evenements/$evenementId/medias"
              params={{ evenementId }}
              search={{ vue: 'demandes' }}
            >
              Voir {count(demandes, 'demande de retrait', 'demandes de retrait')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/organizer/evenements/$id/medias" params={{ id: evenementId }}>
              Voir la galerie
            </ButtonLink>
          )
        }
      >
        {decided > 0
          ? `${count(decided, 'décision prise', 'décisions prises')}. Les prochaines photos arrivent ici d'elles-mêmes.`
          : "Les photos que vos invités déposent arrivent ici d'elles-mêmes."}
      </EmptyState>
    </div>
  )
}
