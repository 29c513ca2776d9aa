import { CircleCheck } from 'lucide-react'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Status } from '#src/ui/text/Status.tsx'
import { useWhollyVisible } from './useWhollyVisible.ts'

interface Props {
  /** Undefined until the form has succeeded. */
  sentence: string | undefined
  title?: string
}

/** Success message of a form outside the session (login, sign-up); announced politely. */
export function AuthSuccess({ sentence, title }: Props) {
  return (
    <Status ref={useWhollyVisible(sentence)}>
      {sentence !== undefined && (
        <Banner tone="green" icon={<CircleCheck />} {...(title !== undefined && { title })}>
          {sentence}
        </Banner>
      )}
    </Status>
  )
}
