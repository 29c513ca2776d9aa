import { CircleCheck, Pause, Send, ServerOff, Smartphone, WifiOff } from 'lucide-react'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/bridge.ts'
import { groupsOf, pendingCount } from './queueGroups.ts'
import css from './Envois.module.css'

/** In few words, what is true of the line and of the queue just now. */
export function SafetyState({ items }: { items: readonly QueueItemView[] }) {
  const [Icon, words] = stateOf(items, { online: useOnline(), reachable: useReachable() })
  return (
    <span className={css.safetyState}>
      <Icon className="icon--small" />
      {words}
    </span>
  )
}

function stateOf(items: readonly QueueItemView[], { online, reachable }: { online: boolean; reachable: boolean }) {
  const { enAttente } = groupsOf(items)
  if (!online) return [WifiOff, 'Hors ligne'] as const
  if (pendingCount(items) === 0) return [CircleCheck, 'Tout est reçu'] as const
  if (items.some(({ state }) => state === 'staging')) return [Smartphone, 'Copie sur ce téléphone'] as const
  if (!reachable) return [ServerOff, 'Le serveur ne répond pas'] as const
  const isPaused = enAttente.length > 0 && enAttente.every(({ state }) => state === 'paused')
  return isPaused ? ([Pause, 'En pause'] as const) : ([Send, 'En ligne'] as const)
}
