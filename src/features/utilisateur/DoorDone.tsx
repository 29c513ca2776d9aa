import { CircleCheck } from 'lucide-react'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Status } from '#src/ui/text/Status.tsx'

interface Props {
  /** Absent until it is done. */
  sentence: string | undefined
  title?: string
}

/** Where a form at the door says that it was done; announced politely. */
export function DoorDone({ sentence, title }: Props) {
  return (
    <Status>
      {sentence !== undefined && (
        <Banner tone="green" icon={<CircleCheck />} {...(title !== undefined && { title })}>
          {sentence}
        </Banner>
      )}
    </Status>
  )
}
