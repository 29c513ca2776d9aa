import { CircleAlert, CircleCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Status } from '#src/ui/text/Status.tsx'
import css from './Profil.module.css'

/** How long the box is shown, in milliseconds (specification, section 9). */
const lifeMs = 3000

export interface Message {
  readonly isFailure: boolean
  readonly sentence: string
}

/** Result of saving the profile, shown for three seconds. @returns the message and its setter */
export function useMessageBox(): [Message | null, (message: Message) => void] {
  const [message, setMessage] = useState<Message | null>(null)
  useEffect(() => {
    if (message === null) return undefined
    const timer = setTimeout(() => setMessage(null), lifeMs)
    return () => clearTimeout(timer)
  }, [message])
  return [message, useCallback((next: Message) => setMessage({ ...next }), [])]
}

/** The box over the page, without layout shift. */
export function MessageBox({ message }: { message: Message | null }) {
  return (
    <div className={css.box}>
      <Status>
        {message?.isFailure === false && (
          <Banner tone="green" icon={<CircleCheck />}>
            {message.sentence}
          </Banner>
        )}
      </Status>
      <div role="alert">
        {message?.isFailure && (
          <Banner tone="red" icon={<CircleAlert />}>
            {message.sentence}
          </Banner>
        )}
      </div>
    </div>
  )
}
