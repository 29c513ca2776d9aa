import { CircleAlert } from 'lucide-react'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { useWhollyVisible } from './useWhollyVisible.ts'

interface Props {
  sentence: string | undefined
  /** Further details of the failure. */
  detail?: string | undefined
}

/** Error message of a form's request. The live region exists before the message, so that it is announced. */
export function FormAlert({ sentence, detail }: Props) {
  return (
    <div role="alert" ref={useWhollyVisible(sentence)}>
      {sentence !== undefined && (
        <Banner tone="red" icon={<CircleAlert />} {...(detail !== undefined && { title: sentence })}>
          {detail ?? sentence}
        </Banner>
      )}
    </div>
  )
}
