import type { KeyboardEvent } from 'react'
import { applyVideoKey } from '#src/ui/video/videoKey.ts'
import type { StageHandle } from './ViewerStage.tsx'

/** What the keys of the viewer act on. */
export interface ViewerKeyTargets {
  readonly stage: StageHandle | null
  readonly video: HTMLVideoElement | null
  /** Whether the key F marks the media as a favourite; otherwise a video has it for full screen. */
  readonly isFavoriKey: boolean
  readonly goTo: (place: 'first' | 'previous' | 'next' | 'last') => void
}

/** Pixels of the screen by which an arrow key moves an enlarged picture. */
const panStep = 96
const keyZoom = 1.5

/** Navigates, zooms, moves an enlarged picture, or plays the video. Other keys keep their meaning. */
export function applyViewerKey(event: KeyboardEvent, { stage, video, isFavoriKey, goTo }: ViewerKeyTargets): void {
  const target = event.target as Element
  if (target.closest('[popover], video') || event.ctrlKey || event.metaKey || event.altKey) return
  const moves: Record<string, () => void> = {
    ArrowRight: () => stage?.pan(-panStep, 0) || goTo('next'),
    ArrowLeft: () => stage?.pan(panStep, 0) || goTo('previous'),
    ArrowUp: () => stage?.pan(0, panStep),
    ArrowDown: () => stage?.pan(0, -panStep),
    Home: () => goTo('first'),
    End: () => goTo('last'),
    '+': () => stage?.zoom(keyZoom),
    '=': () => stage?.zoom(keyZoom),
    '-': () => stage?.zoom(1 / keyZoom),
    '0': () => stage?.zoom(0),
  }
  const move = moves[event.key]
  const isOnControl = target.closest('a, button') !== null
  const isFavori = isFavoriKey && event.key.toLowerCase() === 'f'
  if (move) move()
  else if (!video || isOnControl || isFavori || !applyVideoKey(video, event, false)) return
  event.preventDefault()
}
