import { openChannel } from '#upload-queue/openChannel.ts'
import { liveEndpoints } from '#domain/live/live.endpoints.ts'
import type { EvenementLive } from '#domain/live/live.ts'
import { openStream } from '#src/api/longAnswer.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { reachable } from '#src/api/reachability.ts'
import { currentSession, session } from '#src/api/session.ts'
import { keepConnected } from './liveConnection.ts'
import { silenceLateFailures } from './lateFailures.ts'
import { LiveInvalidation, type LiveNews } from './liveInvalidation.ts'
import { followOwnDeliveries } from './ownDeliveries.ts'
import { retryFailed } from './retryFailed.ts'
import { followSignOutElsewhere } from './signOutElsewhere.ts'

interface LiveMessage {
  readonly utilisateurId: number
  readonly news: LiveNews
}

/** Milliseconds until a hidden page closes its stream, so that another tab can open one and a phone saves power. */
const hiddenTimeoutMs = 10_000

const invalidation = new LiveInvalidation(queryClient)
const channel = openChannel('eclats-live')
let listening: { readonly utilisateurId: number; readonly stop: AbortController } | undefined
let hiding: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps the lists of this tab current while others change data; call once. Of a person's visible tabs, one holds the
 * stream and forwards its events to the others. Follows deliveries of this device too, which the stream may miss. Follows
 * sign-in and sign-out, also in other tabs, silences mutations that fail after a sign-out, and loads what could not be
 * loaded once our host answers.
 */
export function startLive(): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => {
    if (data.utilisateurId === listening?.utilisateurId) invalidation.refresh(data.news)
  })
  // With the live event of the same photo, in one batch: two requests for a list would abort each other.
  followOwnDeliveries((id) => invalidation.refresh([{ sujet: 'media', evenement_id: id }]))
  session.subscribe(follow)
  followSignOutElsewhere()
  silenceLateFailures(queryClient)
  retryFailed(queryClient)
  document.addEventListener('visibilitychange', onVisibility)
  // A frozen page runs no code, and its lock would block the other tabs.
  for (const name of ['freeze', 'pagehide']) addEventListener(name, disconnect, { capture: true })
  for (const name of ['resume', 'pageshow']) addEventListener(name, follow, { capture: true })
  follow()
}

function onVisibility(): void {
  clearTimeout(hiding)
  if (document.visibilityState === 'visible') follow()
  else hiding = setTimeout(disconnect, hiddenTimeoutMs)
}

/** Listens for the signed-in person; stops on sign-out. */
function follow(): void {
  const utilisateurId = currentSession()?.utilisateur.id
  if (utilisateurId === listening?.utilisateurId) return
  disconnect()
  if (utilisateurId === undefined || document.visibilityState === 'hidden') return
  const stop = new AbortController()
  listening = { utilisateurId, stop }
  void holdStream(utilisateurId, stop.signal).catch(() => undefined)
}

function disconnect(): void {
  listening?.stop.abort()
  listening = undefined
}

/**
 * Waits until no other tab holds the stream, then opens it, which refreshes every list. When another tab holds it,
 * refreshes the lists at once: they are older than the moment from which this tab listens.
 */
async function holdStream(utilisateurId: number, signal: AbortSignal): Promise<void> {
  const line = {
    open: (opening: AbortSignal) => openStream(liveEndpoints.stream, opening),
    onOpen: () => publish({ utilisateurId, news: 'tout' }),
    onEvent: (event: EvenementLive) => publish({ utilisateurId, news: [event] }),
    pause,
  }
  // lib.dom types navigator.locks as always present; it is missing over plain http, and refuses where the browser
  // forbids storage to this site. There each tab opens its own stream.
  const locks = navigator.locks as LockManager | undefined
  const held = await locks?.query().then(
    (all) => all.held ?? [],
    () => undefined,
  )
  if (signal.aborted) return
  if (locks === undefined || held === undefined) return keepConnected(line, signal)
  const name = `eclats:live:${utilisateurId}`
  if (held.some((lock) => lock.name === name)) invalidation.refresh('tout')
  await locks.request(name, { signal }, () => keepConnected(line, signal))
}

function publish(message: LiveMessage): void {
  channel?.postMessage(message)
  invalidation.refresh(message.news)
}

/** Ends early when the network or our host is reachable again, or the page's visibility changes. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  await new Promise<void>((resolve) => {
    const done = () => resolve()
    const timer = setTimeout(done, ms)
    const subscription = reachable.subscribe(done)
    const until = { signal: over.signal }
    addEventListener('online', done, until)
    document.addEventListener('visibilitychange', done, until)
    signal.addEventListener('abort', done, until)
    over.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      subscription.unsubscribe()
    })
  })
  over.abort()
}
