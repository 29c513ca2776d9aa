import { liveEndpoints } from '#domain/live/live.endpoints.ts'
import type { EvenementLive } from '#domain/live/live.ts'
import { openStream } from '#src/api/client.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { subscribeReachable } from '#src/api/reachability.ts'
import { currentSession, subscribeSession } from '#src/api/session.ts'
import { keepOpen } from './liveConnection.ts'
import { type LiveNews, StaleLists } from './staleLists.ts'

interface Told {
  readonly utilisateurId: number
  readonly news: LiveNews
}

/** A page that is out of sight so long lets go: another tab may listen, and a phone may rest. Milliseconds. */
const hiddenMs = 10_000

const lists = new StaleLists(queryClient)
const channel = new BroadcastChannel('eclats-live')
let listening: { readonly utilisateurId: number; readonly stop: AbortController } | undefined
let hiding: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps the screens of this tab true while others act, call once: of all tabs of a person that are in sight, one holds
 * the stream and tells the others. Ends with the session, begins with the next one.
 */
export function startLive(): void {
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.utilisateurId === listening?.utilisateurId) lists.refresh(data.news)
  })
  subscribeSession(follow)
  document.addEventListener('visibilitychange', onVisibility)
  // Nothing runs in a frozen or a put aside page, and its lock would keep the others from listening.
  for (const name of ['freeze', 'pagehide']) addEventListener(name, leave, { capture: true })
  for (const name of ['resume', 'pageshow']) addEventListener(name, follow, { capture: true })
  follow()
}

function onVisibility(): void {
  clearTimeout(hiding)
  if (document.visibilityState === 'visible') follow()
  else hiding = setTimeout(leave, hiddenMs)
}

/** Listens for whoever is signed in, and for nobody else. */
function follow(): void {
  const utilisateurId = currentSession()?.utilisateur.id
  if (utilisateurId === listening?.utilisateurId) return
  leave()
  if (utilisateurId === undefined || document.visibilityState === 'hidden') return
  const stop = new AbortController()
  listening = { utilisateurId, stop }
  void takeTurn(utilisateurId, stop.signal).catch(() => undefined)
}

function leave(): void {
  listening?.stop.abort()
  listening = undefined
}

/** Waits until no other tab holds the stream, then holds it. */
async function takeTurn(utilisateurId: number, signal: AbortSignal): Promise<void> {
  const line = {
    open: (opening: AbortSignal) => openStream(liveEndpoints.stream, opening),
    onOpen: () => tell({ utilisateurId, news: 'tout' }),
    onEvent: (event: EvenementLive) => tell({ utilisateurId, news: [event] }),
    pause,
  }
  // lib.dom types navigator.locks as always there; plain http has none, and each tab then listens for itself.
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return keepOpen(line, signal)
  await locks.request(`eclats:live:${utilisateurId}`, { signal }, () => keepOpen(line, signal))
}

function tell(told: Told): void {
  channel.postMessage(told)
  lists.refresh(told.news)
}

/** Ends early when the network or our host comes back, or the page comes into sight. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  await new Promise<void>((resolve) => {
    const done = () => resolve()
    const timer = setTimeout(done, ms)
    const forget = subscribeReachable(done)
    const until = { signal: over.signal }
    addEventListener('online', done, until)
    document.addEventListener('visibilitychange', done, until)
    signal.addEventListener('abort', done, until)
    over.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      forget()
    })
  })
  over.abort()
}
