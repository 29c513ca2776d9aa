import { Link } from '@tanstack/react-router'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import type { Counter } from './counters.ts'
import line from './OrganisateurDashboard.module.css'
import css from './Tableau.module.css'

interface Props {
  counters: readonly Counter[]
}

/** Large figures, each a link to its list. */
export function Stats({ counters }: Props) {
  return (
    <ul className={css.stats}>
      {counters.map(({ label, value, link, tone }) => (
        <li key={label}>
          <Link {...link} className={css.stat} data-tone={tone}>
            <b className={css.statFigure}>{value.toLocaleString('fr-FR')}</b>
            <span className={css.statLabel}>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Placeholder of {@link Stats}, with labels and without figures. */
export function StatsLoading({ counters }: Props) {
  return (
    <Loading label="Chargement du tableau de bord">
      <ul className={css.stats}>
        {counters.map(({ label, tone }) => (
          <li key={label}>
            <div className={css.stat} data-tone={tone}>
              <span className={css.statFigure}>
                <Skeleton width="1.4em" height="1em" />
              </span>
              <span className={css.statLabel}>{label}</span>
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  )
}

/** Figures in one line at the bottom of a page, each a link to its list. */
export function CounterLine({ counters }: Props) {
  return (
    <ul>
      {counters.map(({ label, value, link, tone }) => (
        <li key={label}>
          <Link {...link} className={line.counter} data-tone={tone}>
            <b>{value.toLocaleString('fr-FR')}</b>
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Placeholder of {@link CounterLine}, with labels and without figures. */
export function CounterLineLoading({ counters }: Props) {
  return (
    <Loading label="Chargement du tableau de bord">
      <ul>
        {counters.map(({ label, tone }) => (
          <li key={label}>
            <div className={line.counter} data-tone={tone}>
              <b>
                <Skeleton width="1.4em" height="1em" />
              </b>
              <span>{label}</span>
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  )
}
