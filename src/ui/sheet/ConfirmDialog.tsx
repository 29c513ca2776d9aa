import type { ComponentProps } from 'react'
import { french } from '#src/ui/text/french.ts'
import { Choices } from './Choices.tsx'
import { Sheet } from './Sheet.tsx'

interface Props extends ComponentProps<typeof Choices> {
  title: string
  /** The specified question. */
  question: string
  /** What more there is to know before one answers. */
  detail?: string
  onCancel: () => void
}

/** Asks before something that cannot be undone; focus on the title. */
export function ConfirmDialog({ title, question, detail, ...choices }: Props) {
  return (
    <Sheet title={title} alert onClose={choices.onCancel} foot={<Choices {...choices} />}>
      <p>{french(question)}</p>
      {detail !== undefined && <p className="meta">{french(detail)}</p>}
    </Sheet>
  )
}
