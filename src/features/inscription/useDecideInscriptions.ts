import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isTemporaryStatus } from '#domain/contract/temporaryStatus.ts'
import { inscriptionEndpoints } from '#domain/inscription/inscription.endpoints.ts'
import type { SortMedias } from '#domain/inscription/inscription.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { ApiError, causeOr, codeOf, NetworkError } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { count } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

export type Decision = 'VALIDE' | 'ANNULE'

export interface Failure {
  readonly title: string
  readonly detail: string
}

/** Why a bulk decision stopped early. */
export interface Stop {
  readonly reason: string
  readonly done: number
  readonly total: number
}

/**
 * Validates or cancels registrations, one call each, one after the other. Failures are kept per registration; one that
 * the next calls would meet too stops the rest. The list is refetched once at the end.
 */
export function useDecideInscriptions(evenementId: number) {
  const client = useQueryClient()
  const once = useOnce()
  const [failures, setFailures] = useState<ReadonlyMap<number, Failure>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const [stop, setStop] = useState<Stop>()

  const note = (id: number, failure: Failure | undefined) =>
    setFailures((before) => {
      const next = new Map(before)
      if (failure === undefined) next.delete(id)
      else next.set(id, failure)
      return next
    })

  /** @returns the error; undefined on success */
  const decideOne = async (id: number, statut: Decision, medias?: SortMedias): Promise<unknown> => {
    try {
      await call(inscriptionEndpoints.setStatut, { params: { id }, query: { statut, ...(medias && { medias }) } })
      note(id, undefined)
      return undefined
    } catch (error) {
      if (isObsolete(error)) note(id, undefined)
      else note(id, failureOf(error, statut))
      return error
    }
  }

  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['inscriptions', evenementId] }),
      client.invalidateQueries({ queryKey: ['evenements'] }),
      client.invalidateQueries({ queryKey: ['galerie', 'organisateur', evenementId] }),
    ])

  const decideMany = async (ids: readonly number[], statut: Decision, medias?: SortMedias) => {
    setBusy(true)
    setStop(undefined)
    let done = 0
    let obsolete: unknown
    for (const id of ids) {
      const error = await decideOne(id, statut, medias)
      if (error === undefined) done += 1
      if (isObsolete(error)) obsolete = error
      if (!stopsBatch(error)) continue
      setStop({ reason: causeOr(error, phrases.erreurSurvenue), done, total: ids.length })
      break
    }
    if (done > 0) showDone(statut, done, medias !== undefined)
    showObsolete(obsolete, statut)
    await reload()
    setBusy(false)
  }

  return {
    failures,
    /** Whether a bulk decision is running. */
    isBusy,
    stop,
    /** @param medias what becomes of the media of a person whose registration is cancelled; kept by default */
    decide: async (id: number, statut: Decision, medias?: SortMedias) => {
      const error = await decideOne(id, statut, medias)
      const reloaded = reload()
      showObsolete(error, statut)
      // After a failure the person may try again at once, also while the list is loading.
      if (error !== undefined) return
      showDone(statut, 1)
      await reloaded
    },
    /** @param medias as for `decide` */
    decideMany: (ids: readonly number[], statut: Decision, medias?: SortMedias) =>
      once(() => decideMany(ids, statut, medias)),
  }
}

export type Decisions = ReturnType<typeof useDecideInscriptions>

/** @param isCancelled whether the registrations were valid before */
function showDone(statut: Decision, done: number, isCancelled = false): void {
  const isValid = statut === 'VALIDE'
  const ended = isCancelled ? 'annulée' : 'refusée'
  showToast({
    type: 'success',
    title: isValid ? phrases.inscriptionValidee : phrases.inscriptionAnnulee,
    ...(done > 1 && {
      message: isValid
        ? count(done, 'inscription validée', 'inscriptions validées')
        : count(done, `inscription ${ended}`, `inscriptions ${ended}s`),
    }),
  })
}

/** Whether the next calls would fail for the same reason: no network, no session, a limit, a server that fails. */
function stopsBatch(error: unknown): boolean {
  if (error instanceof NetworkError || codeOf(error) === 'inscription.complet') return true
  return error instanceof ApiError && (error.status === 401 || isTemporaryStatus(error.status))
}

/** Whether the row has nothing left to decide: its registration is gone, or was decided on another screen. */
function isObsolete(error: unknown): boolean {
  return ['inscription.introuvable', 'inscription.transition'].includes(codeOf(error))
}

/** Shows in a toast why such a decision has failed: the list that is loaded again has no place for it. */
function showObsolete(error: unknown, statut: Decision): void {
  if (!isObsolete(error)) return
  const { title, detail } = failureOf(error, statut)
  showToast({ type: 'error', title, message: detail })
}

function failureOf(error: unknown, statut: Decision): Failure {
  const title = statut === 'ANNULE' ? phrases.inscriptionErreurAnnulation : phrases.inscriptionErreurValidation
  return { title, detail: causeOr(error, '') }
}
