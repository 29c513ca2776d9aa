import { CircleCheck, Pause, Send, ServerOff, Signal, Smartphone, WifiOff } from 'lucide-react'
import { isEnded } from '#upload-queue/engine/states.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { formatSize } from '#src/ui/text/quantities.ts'
import { isSlow } from './lighterChoice.ts'
import { groupsOf } from './queueGroups.ts'
import css from './Envois.module.css'

/** Short status of the network and the queue. */
export function SafetyState({ items, speed }: { items: readonly QueueItemView[]; speed: number | null }) {
  const [Icon, words] = stateOf(items, { online: useOnline(), reachable: useReachable(), speed })
  return (
    <span className={css.safetyState}>
      <Icon className="icon--small" />
      {words}
    </span>
  )
}

interface Line {
  readonly online: boolean
  readonly reachable: boolean
  /** Upload speed in bytes per millisecond; null when nothing is being sent or the speed is unknown. */
  readonly speed: number | null
}

function stateOf(items: readonly QueueItemView[], { online, reachable, speed }: Line) {
  const { enAttente } = groupsOf(items)
  if (!online) return [WifiOff, 'Hors ligne'] as const
  if (items.every(({ state }) => isEnded(state))) return [CircleCheck, 'Tout est reçu'] as const
  if (items.some(({ state }) => state === 'staging')) return [Smartphone, 'Copie sur ce téléphone'] as const
  if (!reachable) return [ServerOff, 'Le serveur ne répond pas'] as const
  const isPaused = enAttente.length > 0 && enAttente.every(({ state }) => state === 'paused')
  if (isPaused) return [Pause, 'En pause'] as const
  if (isSlow(speed)) return [Signal, `Réseau lent, ${formatSize(speed * 1000)}/s`] as const
  return [Send, 'En ligne'] as const
}
