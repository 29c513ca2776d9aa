import type { ReactNode, Ref } from 'react'

interface Props {
  ref?: Ref<HTMLDivElement>
  /** Visible only to screen readers. */
  hidden?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A live region: changes are announced politely. */
export function Status({ ref, hidden, className, children }: Props) {
  return (
    // An output element allows only phrasing content; this region contains banners.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={ref} role="status" className={hidden ? 'visually-hidden' : className}>
      {children}
    </div>
  )
}
