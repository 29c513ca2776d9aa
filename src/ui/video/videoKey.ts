/** A key that a video understands. */
interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const stepS = 5

/**
 * Applies a key to a video as players do: space, M for the sound, F for the full screen, arrows for five seconds.
 * @param isFocused arrows belong to the video only while it has the focus
 * @returns false for a key without a meaning, which is left to others
 */
export function applyVideoKey(video: HTMLVideoElement, pressed: Pressed, isFocused: boolean): boolean {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return false
  const actions: Record<string, (() => void) | undefined> = {
    ' ': () => togglePlay(video),
    m: () => (video.muted = !video.muted),
    f: () => void toggleFullscreen(video),
    ...(isFocused && { ArrowLeft: () => seekBy(video, -stepS), ArrowRight: () => seekBy(video, stepS) }),
  }
  const action = actions[pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key]
  action?.()
  return action !== undefined
}

/** Plays or pauses. A video that cannot play stays as it is. */
export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) void video.play().catch(() => undefined)
  else video.pause()
}

function seekBy(video: HTMLVideoElement, seconds: number): void {
  video.currentTime = Math.min(video.duration || 0, Math.max(0, video.currentTime + seconds))
}

/** Does nothing on an iPhone, where only the controls of the browser open the full screen. */
async function toggleFullscreen(video: HTMLVideoElement): Promise<void> {
  try {
    await (document.fullscreenElement === video ? document.exitFullscreen() : video.requestFullscreen())
  } catch {
    // Refused, or not supported.
  }
}
