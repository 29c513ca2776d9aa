import { phrases } from '#domain/texte/phrases.ts'
import type { Tone } from '#domain/texte/tone.ts'
import { waitsForEvent } from '#upload-queue/engine/eventWait.ts'
import { isCancellationRefused, type QueueCause, type QueueState } from '#upload-queue/engine/states.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { formatWhen } from '#src/ui/text/dates.ts'

export interface ItemWords {
  readonly state: string
  readonly cause: string | null
  readonly tone: Tone | undefined
}

/** An item's state in words, and why it does not continue by itself. */
export function wordsOf(item: QueueItemView): ItemWords {
  const words = stateWords(item)
  return item.isInMemory ? inMemoryWords(item, words) : words
}

const withOwnCause: ReadonlySet<QueueState> = new Set(['blocked', 'blocked_storage', 'failed', 'cancelling'])

/** Closing the page loses it: this is said unless the cause of its wait is more important. */
function inMemoryWords({ state }: QueueItemView, words: ItemWords): ItemWords {
  if (withOwnCause.has(state)) return words
  return {
    state: state === 'paused' || state === 'waiting_auth' ? words.state : "Gardez l'application ouverte",
    cause: "Sans copie sur ce téléphone : elle ne part que tant que l'application est ouverte.",
    tone: 'amber',
  }
}

function stateWords(item: QueueItemView): ItemWords {
  const { state, cause, attempts, nextAttemptAt, deliveredAt, duplicate } = item
  const percent = item.size === 0 ? 0 : Math.floor((item.confirmedBytes / item.size) * 100)
  const reason = cause === null ? null : sentenceOfCause(cause)
  switch (state) {
    case 'staging':
      return plain('Copie sur ce téléphone…')
    case 'volatile':
    case 'queued':
      return plain(percent > 0 ? `${percent} % reçus, reprendra ici` : 'Partira dès que possible')
    case 'sending':
      return plain(percent > 0 ? `${percent} % reçus` : 'Envoi…')
    case 'finalizing':
      return plain('Vérification de ce qui est arrivé…')
    case 'waiting_net':
      return plain(percent > 0 ? `${percent} % reçus, reprendra ici` : 'Partira avec le réseau')
    case 'backoff':
      return {
        state: nextAttemptAt === null ? 'Nouvel essai bientôt' : `Nouvel essai ${formatWhen(nextAttemptAt)}`,
        cause: reason,
        tone: undefined,
      }
    case 'paused':
      return plain(percent > 0 ? `En pause, ${percent} % reçus` : 'En pause')
    case 'cancelling':
      return isCancellationRefused(item)
        ? {
            state: 'Suppression impossible pour le moment',
            cause: "Cet événement ne vous est plus accessible : impossible de vérifier s'il l'a déjà reçue.",
            tone: 'amber',
          }
        : plain('Suppression…')
    case 'cancelled':
      return plain('Supprimée')
    case 'waiting_auth':
      return {
        state: 'Session expirée',
        cause: percent > 0 ? `${percent} % sont déjà reçus, rien n'est perdu.` : "Elle reste ici, rien n'est perdu.",
        tone: 'amber',
      }
    case 'blocked':
      return { state: 'En attente', cause: reason, tone: waitsForEvent(item) ? undefined : 'amber' }
    case 'blocked_storage':
      return {
        state: 'Illisible pour le moment',
        cause: reason ?? "Ce téléphone n'arrive pas à la lire. Réessayez, ou choisissez-la à nouveau.",
        tone: 'red',
      }
    case 'lost_source':
      return {
        state: 'Pas copiée sur ce téléphone',
        cause: reason ?? 'Le téléphone a fermé la page avant. Elle est sans doute encore dans vos photos.',
        tone: 'red',
      }
    case 'failed':
      if (isRejected(item)) return { state: 'Déjà rejetée', cause: reason, tone: 'amber' }
      return {
        state: attempts > 1 ? `Échec après ${attempts} essais` : 'Refusée',
        cause: reason,
        tone: 'red',
      }
    default: {
      const when = deliveredAt === null ? '' : ` ${formatWhen(deliveredAt)}`
      return duplicate
        ? { state: `Déjà envoyée${when}`, cause: "Reconnue : aucun octet n'est reparti.", tone: 'gray' }
        : { state: `Reçue${when}`, cause: null, tone: 'green' }
    }
  }
}

/** Whether the organiser has rejected the same photo: its person may send it again in its place (product 24). */
export function isRejected({ state, cause }: Pick<QueueItemView, 'state' | 'cause'>): boolean {
  return state === 'failed' && cause?.code === 'media.deja_rejete'
}

/** The server's own sentence, otherwise the specified one for its status (specification, section 8). */
function sentenceOfCause({ message, status }: QueueCause): string | null {
  if (message !== null || status === null) return message
  if (status === 403) return phrases.uploadNonAutorise
  if (status === 413) return phrases.uploadTropVolumineux
  return status >= 500 ? phrases.uploadErreurServeur : phrases.uploadErreurInattendue
}

function plain(state: string): ItemWords {
  return { state, cause: null, tone: undefined }
}
