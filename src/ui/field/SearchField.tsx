import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import css from './Field.module.css'

interface Props extends ComponentProps<'input'> {
  /** Accessible name: what is searched. */
  label: string
}

/** A search field with a lens icon. */
export function SearchField({ label, ...input }: Props) {
  return (
    <div className={css.controlWrap}>
      <Search />
      <input type="search" enterKeyHint="search" {...input} aria-label={label} className={css.control} />
    </div>
  )
}
