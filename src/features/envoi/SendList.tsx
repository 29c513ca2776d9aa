import { useId, type ReactNode } from 'react'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import { SendRow } from './SendRow.tsx'

interface Props {
  title: string
  items: readonly QueueItemView[]
  /** Total count when not all items are shown. */
  total?: number
  titreOf: (evenementId: number) => string | undefined
  /** Rendered above the rows. */
  head?: ReactNode
  /** Absent where no file can be chosen. */
  onPickAgain?: (evenementId: number) => void
  /** The items are not sent any more: each shows its name instead of its state. */
  isLeft?: boolean
  children?: ReactNode
}

/** One of the lists; renders nothing when it is empty. */
export function SendList({
  title,
  items,
  total = items.length,
  titreOf,
  head,
  onPickAgain,
  isLeft = false,
  children,
}: Props) {
  const id = useId()
  if (items.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className="muted">{formatNumber(total)}</span>
      </h2>
      {head}
      <ul>
        {items.map((item) => (
          <SendRow key={item.id} item={item} titre={titreOf(item.evenementId)} {...{ onPickAgain, isLeft }} />
        ))}
      </ul>
      {children}
    </section>
  )
}
