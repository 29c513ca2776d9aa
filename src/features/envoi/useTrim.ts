import { useEffect, useRef, useState } from 'react'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { longestEnd, trimPlan, type TrimPlan } from '#src/pwa/video/trimPlan.ts'
import { trimVideo } from '#src/pwa/video/trimVideo.ts'
import { openVideo, type OpenVideo } from '#src/pwa/video/videoPackets.ts'

/** Whole seconds. */
export interface Part {
  readonly begin: number
  readonly end: number
}

type State =
  | { readonly name: 'reading' | 'unreadable' }
  | { readonly name: 'open'; readonly video: OpenVideo; readonly part: Part }

/** Reads a video and copies a part of it; the longest one from its beginning is proposed, or `chosen`. */
export function useTrim(source: File, chosen: Part | undefined) {
  const [state, setState] = useState<State>({ name: 'reading' })
  const [percent, setPercent] = useState<number | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const copying = useRef<AbortController>(null)
  const first = useRef(chosen)
  useEffect(() => {
    const unmounted = new AbortController()
    const read = async () => {
      try {
        const video = await openVideo(source, unmounted.signal)
        const part = first.current ?? { begin: 0, end: longestEnd(video.packets, 0, uploadMaxBytes) }
        setState({ name: 'open', video, part })
      } catch {
        if (!unmounted.signal.aborted) setState({ name: 'unreadable' })
      }
    }
    void read()
    return () => {
      unmounted.abort()
      copying.current?.abort()
    }
  }, [source])
  const plan = state.name === 'open' ? trimPlan(state.video.packets, state.part.begin, state.part.end) : null
  return {
    state,
    plan,
    /** Of the copy that is being made; null when there is none. */
    percent,
    hasFailed,
    setPart: (part: Part) => {
      setFailed(false)
      if (state.name === 'open') setState({ ...state, part })
    },
    cancel: () => copying.current?.abort(),
    /** @returns the part as a file; null when it was cancelled, or failed, which the state then says */
    copy: async (video: OpenVideo, { size, ...ranges }: TrimPlan): Promise<Blob | null> => {
      const { signal } = (copying.current = new AbortController())
      setFailed(false)
      setPercent(0)
      const progress = (bytes: number) => setPercent(Math.floor((bytes / size) * 100))
      try {
        return await trimVideo(video, { size, ...ranges }, { progress, signal })
      } catch {
        setFailed(!signal.aborted)
        return null
      } finally {
        setPercent(null)
      }
    },
  }
}
