import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Table.module.css'

/** The head of a column; a string does where the column cannot be sorted. */
export interface Column {
  readonly name: string
  /** Present when the column can be sorted. */
  readonly sort?: { readonly direction: 'ascending' | 'descending' | 'none'; readonly onSort: () => void }
}

interface Props {
  /** Accessible caption. */
  caption: string
  columns: readonly (string | Column)[]
  className?: string | undefined
  /** The element whose children are the rows. */
  rows?: RefObject<HTMLTableSectionElement | null> | undefined
  children: ReactNode
}

/** A table: rows on wide screens, a list of cards on narrow ones. */
export function Table({ caption, columns, className, rows, children }: Props) {
  return (
    <table className={classNames(css.table, className)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={typeof column === 'string' ? column : column.name} column={column} />
          ))}
        </tr>
      </thead>
      <tbody ref={rows}>{children}</tbody>
    </table>
  )
}

function Head({ column }: { column: string | Column }) {
  if (typeof column === 'string') return <th scope="col">{column}</th>
  const { name, sort } = column
  if (sort === undefined) return <th scope="col">{name}</th>
  return (
    <th scope="col" aria-sort={sort.direction}>
      <button type="button" className={css.sort} onClick={sort.onSort}>
        {name}
        {sort.direction === 'ascending' && <ArrowUp />}
        {sort.direction === 'descending' && <ArrowDown />}
        {sort.direction === 'none' && <ArrowUpDown />}
      </button>
    </th>
  )
}
