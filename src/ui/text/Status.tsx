import type { ReactNode } from 'react'

interface Props {
  /** Read aloud but not seen. */
  hidden?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A region whose changes are announced politely. */
export function Status({ hidden, className, children }: Props) {
  return (
    // An output element takes phrasing content alone; banners stand in this region.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" className={hidden ? 'visually-hidden' : className}>
      {children}
    </div>
  )
}
