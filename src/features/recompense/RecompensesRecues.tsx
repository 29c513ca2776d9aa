import { Gift } from 'lucide-react'
import type { Recompense } from '#domain/recompense/recompense.ts'
import { formatDay } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import css from './Recompenses.module.css'

/** Rewards the participant received, newest first; nothing when there are none. */
export function RecompensesRecues({ recompenses }: { recompenses: readonly Recompense[] }) {
  if (recompenses.length === 0) return null
  return (
    <section className="stack" aria-labelledby="recompenses" style={{ '--gap': 'var(--space-2)' }}>
      <h2 id="recompenses">{recompenses.length === 1 ? 'Votre récompense' : 'Vos récompenses'}</h2>
      <ul className="card">
        {recompenses.map(({ id, titre, message, dateCreation }) => (
          <li key={id} className={css.received}>
            <Gift />
            <div>
              <p>
                <b>{french(titre)}</b>
              </p>
              <p className={css.message}>{french(message)}</p>
              <time className="small muted" dateTime={dateCreation}>
                {formatDay(dateCreation)}
              </time>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
