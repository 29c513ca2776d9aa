import { CircleAlert } from 'lucide-react'
import { Banner } from '#src/ui/banner/Banner.tsx'

interface Props {
  sentence: string | undefined
  /** What else is known of the failure. */
  detail?: string | undefined
}

/** Where a form says that sending it failed; the region exists before the sentence, so that it is announced. */
export function FormAlert({ sentence, detail }: Props) {
  return (
    <div role="alert">
      {sentence !== undefined && (
        <Banner tone="red" icon={<CircleAlert />} {...(detail !== undefined && { title: sentence })}>
          {detail ?? sentence}
        </Banner>
      )}
    </div>
  )
}
