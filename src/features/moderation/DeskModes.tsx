import { Flag, Grid2x2, Image } from 'lucide-react'
import { count, formatNumber } from '#src/ui/text/quantities.ts'
import { IconLink } from '#src/ui/button/IconLink.tsx'
import css from './DeskBar.module.css'

interface Props {
  evenementId: number
  /** Number of pending removal requests. */
  demandes: number
}

export function DeskModes({ evenementId, demandes }: Props) {
  const link = {
    to: '/organisateur/evenements/$evenementId/medias',
    params: { evenementId },
    replace: true,
    activeOptions: { exact: true, includeSearch: true },
  } as const
  const asked = demandes === 0 ? 'Demandes de retrait' : count(demandes, 'demande de retrait', 'demandes de retrait')
  return (
    <nav className={css.modes} aria-label="Présentation">
      <IconLink {...link} name="Une par une" search={{}}>
        <Image />
      </IconLink>
      <IconLink {...link} name="En grille" search={{ vue: 'grille' }}>
        <Grid2x2 />
      </IconLink>
      <IconLink {...link} name={asked} search={{ vue: 'demandes' }}>
        <Flag />
        {demandes > 0 && (
          <span className={css.modeCount} aria-hidden="true">
            {formatNumber(demandes)}
          </span>
        )}
      </IconLink>
    </nav>
  )
}
