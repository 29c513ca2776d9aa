import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import css from './Field.module.css'

interface Props extends ComponentProps<'input'> {
  /** Accessible name: what is searched. */
  label: string
}

/** A search box with its lens. */
export function SearchField({ label, ...input }: Props) {
  return (
    <div className={css.controlWrap}>
      <Search />
      <input type="search" enterKeyHint="search" {...input} aria-label={label} className={css.control} />
    </div>
  )
}
