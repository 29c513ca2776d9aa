import { Search } from 'lucide-react'
import { useEffect, useRef, type ComponentProps } from 'react'
import css from './Field.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange'> {
  /** Accessible name: what is searched. */
  label: string
  /** The text searched for. It may follow `onSearch` late; a text that was not typed here replaces the field's. */
  value: string
  onSearch: (text: string) => void
}

/** A search field with a lens icon. */
export function SearchField({ label, value, onSearch, placeholder, ...input }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(value)
  /** Typed texts that `value` has not had yet, oldest first. */
  const typed = useRef<string[]>([])
  useEffect(() => {
    if (value === shown.current) return
    shown.current = value
    const index = typed.current.indexOf(value)
    typed.current = index === -1 ? [] : typed.current.slice(index + 1)
    if (index === -1 && field.current) field.current.value = value
  }, [value])
  return (
    <div className={css.controlWrap}>
      <Search />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        {...input}
        placeholder={placeholder}
        defaultValue={value}
        aria-label={label}
        className={css.control}
        onChange={(event) => {
          typed.current.push(event.target.value)
          onSearch(event.target.value)
        }}
      />
      {placeholder !== undefined && (
        <span className={css.placeholder} aria-hidden="true">
          {placeholder}
        </span>
      )}
    </div>
  )
}
