import css from './Pile.module.css'

/** Up to five photos in a stack: the photos stored on this device. Decorative. */
export function Pile({ sources }: { sources: readonly string[] }) {
  return (
    <ul className={css.pile} aria-hidden="true" data-part="pile">
      {sources.slice(0, 5).map((source) => (
        <li key={source}>
          <img src={source} alt="" loading="lazy" />
        </li>
      ))}
    </ul>
  )
}
