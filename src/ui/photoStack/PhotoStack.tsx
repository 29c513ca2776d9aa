import css from './PhotoStack.module.css'

/** Up to five photos in a stack: the photos stored on this device. Decorative. */
export function PhotoStack({ sources }: { sources: readonly string[] }) {
  return (
    <ul className={css.stack} aria-hidden="true" data-part="photo-stack">
      {sources.slice(0, 5).map((source) => (
        <li key={source}>
          <img src={source} alt="" loading="lazy" />
        </li>
      ))}
    </ul>
  )
}
