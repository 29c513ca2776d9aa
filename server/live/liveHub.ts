import { isGalerieOuverte } from '#domain/permissions/evenement.permissions.ts'
import type { Writable } from 'node:stream'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import type { EvenementLive } from '#domain/live/live.ts'
import { nowIso } from '../clock.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { Database } from '../database/database.ts'
import { recordMeasure } from '../metrics/measures.ts'
import { findLiveJtis } from '../session/session.repository.ts'
import type { Change, Changes } from './changes.ts'

/** In ms: changes within this time are sent together, so that many photos at once make one message on a phone. */
const debounceMs = 60
/** In ms: the heartbeat keeps proxies from closing the stream, and detects ended sessions. */
const heartbeatMs = 20_000
/** A slower reader is disconnected: it reconnects and reloads everything. */
const maxBufferedBytes = 64 * 1024
/** Streams per person: one per browser, and some whose disconnect is not detected yet. */
const maxPerPerson = 10
/** In ms: clients whose streams end together come back within this time, and not all at once. */
const comeBackMs = 5000

interface Listener {
  readonly utilisateurId: number
  readonly jti: string
  readonly out: Writable
  /** Messages to send. Changes of the same kind and event share one. */
  readonly waiting: Set<string>
}

interface LiveDeps extends DatabaseDeps {
  readonly changes: Changes
}

/** The open streams of this node. */
export class LiveHub {
  readonly #deps: LiveDeps
  readonly #listeners = new Set<Listener>()
  readonly #report: (error: unknown) => void
  readonly #stopListening: readonly (() => void)[]
  readonly #beat: NodeJS.Timeout
  #gathering: NodeJS.Timeout | undefined

  constructor(deps: LiveDeps, report: (error: unknown) => void) {
    this.#deps = deps
    this.#report = report
    this.#stopListening = [
      deps.changes.listen((change) => void this.#gather(change).catch((error: unknown) => this.#onLost(error))),
      // A client that reconnects loads everything again.
      deps.changes.listenMissed(() => this.#endAll()),
    ]
    this.#beat = setInterval(() => void this.#send(true).catch(report), heartbeatMs)
    this.#beat.unref()
  }

  /** Adds a person's stream; ends the oldest one above the limit. */
  open(who: Pick<Listener, 'utilisateurId' | 'jti'>, out: Writable): void {
    // The client disconnected before: there will be no close event.
    if (out.destroyed) return
    const own = [...this.#listeners].filter(({ utilisateurId }) => utilisateurId === who.utilisateurId)
    const [oldest] = own
    if (oldest && own.length >= maxPerPerson) this.#endNow(oldest)
    const listener = { ...who, out, waiting: new Set<string>() }
    this.#listeners.add(listener)
    recordMeasure('stream', { change: 1 })
    out.on('close', () => this.#remove(listener))
    out.on('error', () => this.#remove(listener))
    out.write('retry: 3000\n\n')
  }

  /** Does not wait for the close event: a client that reads nothing delays it. The connection is closed by http/slowReaders.ts. */
  #endNow(listener: Listener): void {
    listener.out.end()
    this.#remove(listener)
  }

  #remove(listener: Listener): void {
    if (this.#listeners.delete(listener)) recordMeasure('stream', { change: -1 })
  }

  /** Ends every stream. Clients reconnect to another node or after the restart, each after a different time. */
  close(): void {
    for (const stop of this.#stopListening) stop()
    clearInterval(this.#beat)
    clearTimeout(this.#gathering)
    this.#endAll()
  }

  #endAll(): void {
    for (const listener of this.#listeners) {
      listener.out.end(`retry: ${1000 + Math.floor(Math.random() * comeBackMs)}\n\n`)
      this.#remove(listener)
    }
  }

  /** The audience of a change could not be read: any client may have missed it. */
  #onLost(error: unknown): void {
    this.#report(error)
    this.#endAll()
  }

  async #gather(change: Change): Promise<void> {
    if (this.#listeners.size === 0) return
    const audience = await audienceOf(this.#deps, change)
    const message = messageOf(change)
    for (const { utilisateurId, waiting } of this.#listeners) if (audience.has(utilisateurId)) waiting.add(message)
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      void this.#send(false).catch(this.#report)
    }, debounceMs)
  }

  /** Sends waiting changes, and ends the streams of ended sessions. @param toAll also sends a heartbeat */
  async #send(toAll: boolean): Promise<void> {
    const { database, clock } = this.#deps
    const due = [...this.#listeners].filter(({ waiting }) => toAll || waiting.size > 0)
    const jtis = [...new Set(due.map(({ jti }) => jti))]
    const live = await findLiveJtis(database, jtis, nowIso(clock))
    for (const listener of due) {
      if (!live.has(listener.jti) || listener.out.writableLength > maxBufferedBytes) this.#endNow(listener)
      else listener.out.write(listener.waiting.size === 0 ? ': \n\n' : [...listener.waiting].join(''))
      listener.waiting.clear()
    }
  }
}

function messageOf(change: Change): string {
  const evenementId = change.sujet === 'notification' ? null : change.evenementId
  const event: EvenementLive = { sujet: change.sujet, evenement_id: evenementId }
  return `data: ${JSON.stringify(event)}\n\n`
}

/** Ids of the people who may be notified of a change. Others must not learn that something changed. */
async function audienceOf({ database, clock }: DatabaseDeps, change: Change): Promise<ReadonlySet<number>> {
  if (change.sujet === 'notification') return new Set(change.utilisateurIds)
  const { evenementId } = change
  const evenement = await database
    .selectFrom('evenement')
    .select(['createurId', 'galeriePour', 'dateFin', 'supprimeLe'])
    .where('id', '=', evenementId)
    .executeTakeFirst()
  if (!evenement) return new Set()
  // The registered people learn of a deletion when it can no longer be undone (evenement/annonce.ts).
  if (evenement.supprimeLe !== null) return new Set([evenement.createurId])
  if (change.sujet === 'inscription') {
    const { utilisateurId } = change
    const people =
      utilisateurId === null ? await findPeople(database, evenementId, ['VALIDE', 'EN_ATTENTE']) : [utilisateurId]
    return new Set([evenement.createurId, ...people])
  }
  const isSeenByMembers = change.estGalerie || (change.estVisible && isGalerieOuverte(evenement, clock.now().getTime()))
  const members = isSeenByMembers ? await findPeople(database, evenementId, ['VALIDE']) : []
  return new Set([evenement.createurId, change.auteurId, ...members])
}

async function findPeople(
  database: Database,
  evenementId: number,
  statuts: readonly StatutInscription[],
): Promise<number[]> {
  const rows = await database
    .selectFrom('inscription')
    .select('utilisateurId')
    .where('evenementId', '=', evenementId)
    .where('statutInscription', 'in', statuts)
    .execute()
  return rows.map(({ utilisateurId }) => utilisateurId)
}
