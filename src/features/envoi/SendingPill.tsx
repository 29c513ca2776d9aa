import { Link, useLocation } from '@tanstack/react-router'
import { CircleAlert, Clock, Send, WifiOff } from 'lucide-react'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Ring } from '#src/ui/progress/Ring.tsx'
import { french } from '#src/ui/text/french.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import { aboutWords, timeLeft } from './batch.ts'
import type { Sending } from './sendingWords.ts'
import { useSamples } from './useSamples.ts'
import css from './SendingPill.module.css'

const envois = '/participant/envois'

/** Queue status on every page except Envois: a short text and a progress ring. */
export function SendingPill({ sending }: { sending: Sending }) {
  const isThere = useLocation({ select: ({ pathname }) => pathname === envois })
  return isThere || sending.count === 0 ? null : <Pill sending={sending} />
}

function Pill({ sending }: { sending: Sending }) {
  const [isOnline, isReachable] = [useOnline(), useReachable()]
  const isConnected = isOnline && isReachable
  const left = timeLeft(useSamples(), sending.bytesLeft)
  const waitsSafely = !isConnected && !sending.sending && sending.isSafe
  const words = waitsSafely ? `${formatNumber(sending.count)} en sécurité` : sending.short
  const more =
    waitsSafely && !isOnline ? ', hors ligne' : sending.sending && left !== null ? `, ${aboutWords(left)}` : ''
  return (
    <Link
      to={envois}
      className={css.pill}
      aria-label={typographie(`${words}${more}. ${sending.label}. Voir les envois`)}
    >
      <Ring value={sending.done} max={1} label="">
        <Mark sending={sending} isConnected={isConnected} />
      </Ring>
      <span className={css.words}>
        {words}
        {more !== '' && <span className={css.more}>{french(more)}</span>}
      </span>
    </Link>
  )
}

function Mark({ sending, isConnected }: { sending: Sending; isConnected: boolean }) {
  if (sending.sending) return <Send />
  if (sending.needsPerson) return <CircleAlert />
  return isConnected ? <Clock /> : <WifiOff />
}
