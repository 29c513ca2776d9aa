import type { ComponentProps, ReactNode } from 'react'
import { french } from '#src/ui/text/french.ts'
import { Choices } from './Choices.tsx'
import { Sheet } from './Sheet.tsx'

interface Props extends ComponentProps<typeof Choices> {
  title: string
  /** The specified question. */
  question: string
  /** Further information before the decision. */
  detail?: string
  /** A choice that belongs to the action. */
  children?: ReactNode
  onCancel: () => void
}

/** Asks for confirmation of an irreversible action; the focus is on the title. */
export function ConfirmDialog({ title, question, detail, children, ...choices }: Props) {
  return (
    <Sheet title={title} alert onClose={choices.onCancel} foot={<Choices {...choices} />}>
      <p>{french(question)}</p>
      {detail !== undefined && <p className="meta">{french(detail)}</p>}
      {Boolean(children) && <div style={{ marginBlockStart: 'var(--space-4)' }}>{children}</div>}
    </Sheet>
  )
}
