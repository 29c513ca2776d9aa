import { useState } from 'react'
import { type Media, raisonsRejet } from '#domain/media/media.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { deskName } from './deskItems.ts'
import { decisionWords } from './spokenDecision.ts'
import type { MediaAction } from './takeDecisions.ts'
import type { useDesk } from './useDesk.ts'
import type { DeskDialog } from './useDeskDialog.ts'

interface DeskTargets {
  readonly desk: ReturnType<typeof useDesk>
  readonly dialog: DeskDialog
  /** The media selected in the grid; null when the desk shows one photo. */
  readonly chosen: readonly Media[] | null
  /** Whether the layout shows the list of reasons. */
  readonly reasonsInSight: boolean
}

export interface DeskActions {
  /** The media that the buttons and keys apply to. */
  readonly targets: readonly Media[]
  readonly isFavori: boolean
  /** Whether the next number key rejects the photo for that reason. */
  readonly isArmed: boolean
  readonly disarm: () => void
  readonly validate: () => void
  /** Marks the targets as favourites, or removes the mark when all have it. @returns what it did, in words */
  readonly mark: () => string
  /** @param reason its number in the list, from 1; a number without a reason asks for another one in words */
  readonly reject: (reason: number) => void
  /** Asks for the reason of a rejection. */
  readonly awaitReason: () => void
  readonly askDeletion: () => void
  /** Applies the action of a dialog and closes it. */
  readonly act: (action: MediaAction, medias: readonly Media[]) => void
}

const none: readonly Media[] = []

/** What an organiser does with the photo of the desk, or with the selected ones of its grid. */
export function useDeskActions({ desk, dialog, chosen, reasonsInSight }: DeskTargets): DeskActions {
  const [armedId, setArmedId] = useState<number | null>(null)
  const fuseau = useFuseau()
  const media = desk.current?.media
  const targets = chosen ?? (media ? [media] : none)
  // A press meant for the photo that has just been replaced must not apply to the next one.
  const targetsNow = () => (chosen === null && desk.isJustReplaced() ? none : targets)
  const isFavori = targets.length > 0 && targets.every(({ favori }) => favori)
  const act = (action: MediaAction, medias: readonly Media[]) => {
    dialog.close()
    desk.act(action, medias)
  }
  return {
    targets,
    isFavori,
    isArmed: media !== undefined && armedId === media.id,
    disarm: () => setArmedId(null),
    validate: () => desk.act({ geste: 'valider' }, targetsNow()),
    mark: () => {
      const marked = targetsNow()
      const geste = isFavori ? 'unfavori' : 'favori'
      desk.act({ geste }, marked)
      return decisionWords(
        geste,
        marked.map((one) => deskName(one, fuseau)),
      )
    },
    reject: (reason) => {
      const raison = raisonsRejet[reason - 1]
      const rejected = dialog.name === undefined ? targetsNow() : dialog.medias
      setArmedId(null)
      if (raison === undefined) dialog.open('otherReason', rejected)
      else act({ geste: 'rejeter', raison }, rejected)
    },
    awaitReason: () => {
      if (targetsNow().length === 0) return
      // In layouts without the list of reasons, open it in a sheet.
      if (chosen !== null || !reasonsInSight) dialog.open('reasons', targets)
      else setArmedId(media?.id ?? null)
    },
    askDeletion: () => dialog.open('deletion', targetsNow()),
    act,
  }
}
