import { useQuery } from '@tanstack/react-query'
import { hourMs } from '#domain/contract/durations.ts'
import type { DepotsHeure } from '#domain/statistique/statistique.ts'
import { useServerNow } from '#src/api/useServerNow.ts'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatDayName, formatHour, lowerFirst } from '#src/ui/text/dates.ts'
import { agree, count, formatNumber } from '#src/ui/text/quantities.ts'
import { depotsWindow } from './depotsWindow.ts'
import { depotsQuery } from './tableau.queries.ts'
import css from './DepotsChart.module.css'

/** Bars that fit on a phone. */
const hours = 8
/** With fewer different hours, a sentence is clearer than a chart. */
const fewest = 3

/** Uploads per hour, and how many of them wait for a decision: a table styled as a bar chart. */
export function DepotsChart() {
  const { data = [], isLoading } = useQuery(depotsQuery)
  const shown = depotsWindow(data, hours)
  const now = useServerNow()
  const last = shown.at(-1)
  if (isLoading) return <LoadingBox label="Chargement des dépôts" className={classNames(css.depots, css.depotsWait)} />
  if (last === undefined) return null
  const heures = shown.filter(({ nombre }) => nombre > 0)
  if (heures.length < fewest) return <FewDepots heures={heures} />
  const peak = Math.max(...shown.map(({ nombre }) => nombre))
  return (
    <section className={css.depots} aria-labelledby="depots">
      <header className={css.head}>
        <div>
          <h2 id="depots">Dépôts par heure</h2>
          <p className="meta">{daysOf(heures, now)}</p>
        </div>
        <ul className={css.legend} aria-hidden>
          <li data-tone="green">traités</li>
          <li data-tone="amber">en attente</li>
        </ul>
      </header>
      <table className={css.chart} aria-labelledby="depots">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Heure</th>
            <th scope="col">Médias déposés</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((hour) => (
            <Bar
              key={hour.heure}
              hour={hour}
              peak={peak}
              // Label only the peak and the last bar: labels on all bars would be unreadable.
              isNamed={hour === last || hour === shown.find(({ nombre }) => nombre === peak)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Number of uploads as a sentence, when there are too few different hours for a chart. */
function FewDepots({ heures }: { heures: readonly DepotsHeure[] }) {
  const nombre = heures.reduce((sum, hour) => sum + hour.nombre, 0)
  const [from, to] = [heures[0]?.heure ?? 0, Date.parse(heures.at(-1)?.heure ?? '') + hourMs]
  const between = `entre ${formatHour(from)} et ${formatHour(to)}`
  return (
    <section className={css.depots} aria-labelledby="depots">
      <div>
        <h2 id="depots">Dépôts par heure</h2>
        <p className="meta">{daysOf(heures, useServerNow())}</p>
      </div>
      <p className={css.few}>
        <b>{formatNumber(nombre)}</b> <span>{`${agree(nombre, 'dépôt', 'dépôts')} ${between}`}</span>
      </p>
    </section>
  )
}

/** "Aujourd'hui", or "Hier et aujourd'hui" around midnight. */
function daysOf(heures: readonly DepotsHeure[], now: number): string {
  const [first = '', last = ''] = [heures[0], heures.at(-1)].map((hour) => hour && formatDayName(hour.heure, now))
  return first === last ? first : `${first} et ${lowerFirst(last)}`
}

function Bar({
  hour: { heure, nombre, enAttente },
  peak,
  isNamed,
}: {
  hour: DepotsHeure
  peak: number
  isNamed: boolean
}) {
  return (
    <tr>
      <th scope="row">{formatHour(heure)}</th>
      <td>
        {isNamed && nombre > 0 && (
          <b className={css.figure} aria-hidden>
            {formatNumber(nombre)}
          </b>
        )}
        <span className="visually-hidden">{saying(nombre, enAttente)}</span>
        {[
          { tone: 'amber', part: enAttente },
          { tone: 'green', part: nombre - enAttente },
        ].map(
          ({ tone, part }) =>
            part > 0 && <i key={tone} data-tone={tone} style={{ height: `${(part / peak) * 100}%` }} aria-hidden />,
        )}
      </td>
    </tr>
  )
}

function saying(nombre: number, enAttente: number): string {
  if (nombre === 0) return 'aucun média'
  const all = count(nombre, 'média', 'médias')
  return enAttente === 0 ? all : `${all}, dont ${formatNumber(enAttente)} en attente`
}
