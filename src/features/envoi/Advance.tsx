import type { QueueItemView } from '#upload-queue/queueView.ts'
import { Progress } from '#src/ui/progress/Progress.tsx'
import { french } from '#src/ui/text/french.ts'
import { aboutWords, batchOf, timeLeft } from './batch.ts'
import { useSamples } from './useSamples.ts'
import css from './Envois.module.css'

/** "3 sur 20, environ 4 min", and a progress bar of the bytes the server has confirmed. */
export function Advance({ items }: { items: readonly QueueItemView[] }) {
  const { received, total, confirmedBytes, bytes } = batchOf(items)
  const left = timeLeft(useSamples(), bytes - confirmedBytes)
  return (
    <>
      <h2 className={css.advance}>
        {french(`${received} sur ${total}${left === null ? '' : `, ${aboutWords(left)}`}`)}
      </h2>
      <Progress value={confirmedBytes} max={bytes} label="Avancement" />
    </>
  )
}
