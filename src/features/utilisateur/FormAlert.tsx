import { CircleAlert } from 'lucide-react'
import { Banner } from '#src/ui/banner/Banner.tsx'

/** Where a form says that sending it failed; the region exists before the sentence, so that it is announced. */
export function FormAlert({ sentence }: { sentence: string | undefined }) {
  return (
    <div role="alert">
      {sentence !== undefined && (
        <Banner tone="red" icon={<CircleAlert />}>
          {sentence}
        </Banner>
      )}
    </div>
  )
}
