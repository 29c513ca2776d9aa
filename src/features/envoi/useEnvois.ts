import { useEffect, useMemo } from 'react'
import type { StatutEvenement } from '#domain/evenement/evenement.ts'
import { uploadEndpoints } from '#domain/upload/upload.endpoints.ts'
import { fusionEndpoints } from '#domain/utilisateur/fusion.endpoints.ts'
import { call } from '#src/api/client.ts'
import { loadChunk } from '#src/api/loadChunk.ts'
import { isGuest, isSessionAlive } from '#src/api/session.ts'
import { uploadQueue, useUploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { type Sending, sendingWords } from './sendingWords.ts'

/** Queue summary for the shell. */
export function useEnvois(): Sending {
  const { items } = useUploadQueue()
  return useMemo(() => sendingWords(items), [items])
}

/**
 * Opens the queue of a participant.
 * @param utilisateurId null: the person has no photos here, and sees none; undefined: no one is known yet
 */
export function useQueueSession(utilisateurId: number | null | undefined): void {
  useEffect(() => {
    if (utilisateurId === undefined) return undefined
    let isOver = false
    if (utilisateurId === null) {
      uploadQueue.suspendSession(null).catch(() => undefined)
      return undefined
    }
    const session = {
      ownerId: utilisateurId,
      fetchGrant: (id: number) => call(uploadEndpoints.grant, { params: { id } }),
      isAlive: isSessionAlive,
      ...(!isGuest() && { fetchFusions: () => call(fusionEndpoints.list, {}) }),
    }
    // Without its session the queue would take the person's own photos for those of another one.
    loadChunk(async () => {
      if (!isOver) await uploadQueue.openSession(session)
    }).catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [utilisateurId])
}

/**
 * Keeps upload grants valid for these events (VALIDE registrations), so that photos can be sent without a session. Photos
 * that an event did not take yet are sent when its statut changes.
 */
export function useGrants(evenements: readonly { readonly id: number; readonly statut: StatutEvenement }[]): void {
  const key = evenements.map(({ id, statut }) => `${id}:${statut}`).join(' ')
  useEffect(() => {
    const ids = key
      .split(' ')
      .filter(Boolean)
      .map((part) => Number.parseInt(part, 10))
    if (ids.length > 0) uploadQueue.refreshGrants(ids).catch(() => undefined)
  }, [key])
}
