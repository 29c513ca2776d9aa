import { Link } from '@tanstack/react-router'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import type { Counter } from './counters.ts'
import css from './Tableau.module.css'

/** Large figures, each a link to its list. */
export function Stats({ counters }: { counters: readonly Counter[] }) {
  return (
    <ul className={css.stats}>
      {counters.map(({ label, value, to, search, tone }) => (
        <li key={label}>
          <Link to={to} search={search ?? {}} className={css.stat} data-tone={tone}>
            <b className={css.statFigure}>{value.toLocaleString('fr-FR')}</b>
            <span className={css.statLabel}>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The same list without its figures. */
export function StatsLoading({ counters }: { counters: readonly Counter[] }) {
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
