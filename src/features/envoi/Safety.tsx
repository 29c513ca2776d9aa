import { Pause, Play, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { countsAsPending, isEnded } from '#upload-queue/engine/states.ts'
import { pendingCount, type QueueView, type QueueItemView } from '#upload-queue/queueView.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Burst } from '#src/ui/brand/Burst.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { Progress } from '#src/ui/progress/Progress.tsx'
import { PhotoStack } from '#src/ui/photoStack/PhotoStack.tsx'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { french } from '#src/ui/text/french.ts'
import { Switch } from '#src/ui/field/Switch.tsx'
import { agree, count, formatNumber, formatSize } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { bytesLeft, groupsOf, queueStateWords, networkWords } from './queueGroups.ts'
import { speedOf, aboutWords, batchOf, timeLeft } from './batch.ts'
import { copyLotOf, copyWords } from './copyLot.ts'
import { LighterButtons } from './LighterButtons.tsx'
import { lighterChosen, lighterOffer } from './lighterChoice.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { runCommand } from './runCommand.ts'
import { SafetyState } from './SafetyState.tsx'
import { useSamples } from './useSamples.ts'
import { usePreviews } from '#src/pwa/preview/usePreviews.ts'
import css from './Envois.module.css'

/** The status line, the stack of stored photos, and the actions for all items. */
export function Safety({ view }: { view: QueueView }) {
  const pending = pendingCount(view.items)
  const { strong, rest } = queueStateWords(view)
  const waiting = groupsOf(view.items)
  const lot = copyLotOf(view.items)
  const lost = waiting.aVous.filter(({ state }) => state === 'lost_source')
  const others = waiting.aVous.filter(({ state }) => state !== 'lost_source')
  const hasToSend = pending > lost.length
  const running = view.items.filter(({ state }) => !isEnded(state))
  const previews = usePreviews([...others, ...waiting.enAttente].slice(0, 5).map(({ id }) => id))
  const isSending = view.items.some(({ state }) => state === 'sending' || state === 'finalizing')
  const samples = useSamples()
  const speed = isSending ? speedOf(samples) : null
  const offer = lighterOffer(view.items, speed)
  const chosen = lighterChosen(view.items)
  const isPaused = waiting.enAttente.length > 0 && waiting.enAttente.every(({ state }) => state === 'paused')
  return (
    <section className={css.safety} aria-label="État de vos envois">
      <div className={css.safetyTop}>
        <SafetyState items={view.items} speed={speed} />
        {view.items.every(({ state }) => isEnded(state)) ? (
          <Burst className={css.safetyBurst} />
        ) : (
          <PhotoStack sources={previews} />
        )}
      </div>
      {lot !== null && (
        <>
          <h2 className={css.advance}>{copyWords(lot)}</h2>
          <Progress value={lot.copied.length} max={lot.total} label="Copie" />
        </>
      )}
      {lot === null && isSending && <Advance items={view.items} />}
      <p className={css.safetyLine}>
        <b>{french(strong)}</b> {french(rest)}
      </p>
      {others.length > 0 && (
        <p className="meta">
          {others.length === pending
            ? agree(pending, 'Elle demande', 'Elles demandent')
            : count(others.length, "d'entre elles demande", "d'entre elles demandent")}{' '}
          un geste de votre part.
        </p>
      )}
      {lost.length > 0 && lost.length < pending && (
        <p className="meta">{`${mediaWords(lost)} à choisir à nouveau : pas sur ce téléphone.`}</p>
      )}
      {view.persisted === false && hasToSend && (
        <p className="meta">
          Ce navigateur peut vider sa mémoire de lui-même. Installez l'application, ou ouvrez-la souvent jusqu'à la fin
          de l'envoi.
        </p>
      )}
      {[offer, chosen].map((choice) =>
        choice === null ? null : (
          <p key={choice.words} className="meta">
            {french(choice.words)}
          </p>
        ),
      )}
      <LiveCount pending={pending === 0 ? '' : mediaWords(view.items.filter(countsAsPending))} />
      {hasToSend && (
        <div className={css.safetyControls}>
          <div className="actions">
            <LighterButtons offer={offer} chosen={chosen} />
            <Button onClick={() => runCommand(uploadQueue.retry('all'), running)}>
              <RefreshCw />
              Tout réessayer
            </Button>
            {isPaused ? (
              <Button onClick={() => runCommand(uploadQueue.resume('all'), running)}>
                <Play />
                Reprendre
              </Button>
            ) : (
              <Button onClick={() => runCommand(uploadQueue.pause('all'), running)}>
                <Pause />
                Pause
              </Button>
            )}
          </div>
          <p className="meta">{`${formatSize(bytesLeft(view.items))} à envoyer${networkWords(view.network)}`}</p>
          {view.network.isKnown && (
            <Switch
              label="Envoyer en Wi-Fi seulement"
              word="Envoyer en Wi-Fi seulement"
              checked={view.network.isWifiOnly}
              onChange={(checked) => void keepChoice(checked)}
            />
          )}
        </div>
      )}
    </section>
  )
}

async function keepChoice(isWifiOnly: boolean): Promise<void> {
  await uploadQueue
    .chooseWifiOnly(isWifiOnly)
    .catch(() => showToast({ type: 'error', title: "Ce choix n'a pas pu être gardé sur cet appareil. Réessayez." }))
}

/** Announces the count to screen readers, at most every 5 s. */
function LiveCount({ pending }: { pending: string }) {
  const [spoken, setSpoken] = useState(pending)
  const latest = useLatest(pending)
  useEffect(() => {
    const timer = setInterval(() => setSpoken(latest.current), 5000)
    return () => clearInterval(timer)
  }, [latest])
  return <Status hidden>{spoken === '' ? 'Tout est reçu' : `${spoken} en attente`}</Status>
}

/** "3 sur 20, environ 4 min", and a progress bar of the bytes the server has confirmed. */
function Advance({ items }: { items: readonly QueueItemView[] }) {
  const { received, total, confirmedBytes, bytes } = batchOf(items)
  const left = timeLeft(useSamples(), bytes - confirmedBytes)
  return (
    <>
      <h2 className={css.advance}>
        {french(`${formatNumber(received)} sur ${formatNumber(total)}${left === null ? '' : `, ${aboutWords(left)}`}`)}
      </h2>
      <Progress value={confirmedBytes} max={bytes} label="Avancement" />
    </>
  )
}
