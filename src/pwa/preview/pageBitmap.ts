import { sleep } from '#upload-queue/sleep.ts'
import { noteFilmLength } from '#src/pwa/video/filmLength.ts'

/** Timeout per video event: videos are drawn one at a time, so a stuck one would block the others. */
const maxWaitMs = 10_000
/** Pause before a frame is read again, and the sum of these pauses after which it is given up. Milliseconds. */
const retryMs = 50
const maxRetriesMs = 2000
/** The very first frame of a video is often black. */
const momentS = 0.5

/**
 * A frame of a video, scaled to `width` pixels; its length is noted. Rejects when this browser cannot play it.
 * @param film its bytes are read only as needed
 */
export async function frameOf(film: Blob, width: number): Promise<ImageBitmap> {
  return withObjectUrl(film, async (address) => {
    const video = document.createElement('video')
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: address })
    try {
      await waitForEvent(video, 'loadedmetadata')
      noteFilmLength(film, video.duration)
      const seeked = waitForEvent(video, 'seeked')
      video.currentTime = Math.min(momentS, Number.isFinite(video.duration) ? video.duration / 2 : momentS)
      await seeked
      return await shownFrame(video, width)
    } finally {
      // Releases the decoder: a phone has only a few.
      video.removeAttribute('src')
      video.load()
    }
  })
}

/** Chromium may report `seeked` shortly before the frame can be read. */
async function shownFrame(video: HTMLVideoElement, width: number): Promise<ImageBitmap> {
  if (video.videoWidth === 0) throw new Error('The browser plays only the sound of this video')
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      return await createImageBitmap(video, { resizeWidth: width, resizeQuality: 'medium' })
    } catch (error) {
      const isEarly = error instanceof DOMException && error.name === 'InvalidStateError'
      if (!isEarly || waitedMs >= maxRetriesMs) throw error
    }
    await sleep(retryMs)
  }
}

/** A photo scaled to `width` pixels, decoded by an image element: some browsers decode HEIC only there. */
export async function imageOf(photo: Blob, width: number): Promise<ImageBitmap> {
  return withObjectUrl(photo, async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return createImageBitmap(image, { resizeWidth: width, resizeQuality: 'medium' })
  })
}

async function withObjectUrl<T>(blob: Blob, work: (address: string) => Promise<T>): Promise<T> {
  const address = URL.createObjectURL(blob)
  try {
    return await work(address)
  } finally {
    URL.revokeObjectURL(address)
  }
}

function waitForEvent(video: HTMLVideoElement, name: 'loadedmetadata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`No ${name} event within ${maxWaitMs} ms`)), maxWaitMs)
    const end = (settle: () => void) => () => {
      clearTimeout(timeout)
      settle()
    }
    video.addEventListener(name, end(resolve), { once: true })
    video.addEventListener(
      'error',
      end(() => reject(new Error(video.error?.message ?? 'The browser cannot play this video'))),
      { once: true },
    )
  })
}
