import type { ReactNode } from 'react'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Table.module.css'

interface Props {
  /** What it lists, for screen readers. */
  caption: string
  columns: readonly string[]
  className?: string | undefined
  /** Its rows. */
  children: ReactNode
}

/** One table: rows on wide screens, a list of cards on narrow ones. */
export function Table({ caption, columns, className, children }: Props) {
  return (
    <table className={classNames(css.table, className)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
