/** A film that shows nothing by then is not waited for: those behind it would wait too. */
const longestWaitMs = 10_000
/** The very first frame of a film is often black. */
const momentS = 0.5

/**
 * A frame of a film, so many pixels wide. Rejects when this browser cannot play it.
 * @param film its bytes are read as far as they are needed
 */
export async function frameOf(film: Blob, width: number): Promise<ImageBitmap> {
  return withAddress(film, async (address) => {
    const video = document.createElement('video')
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: address })
    try {
      await heard(video, 'loadedmetadata')
      const seeked = heard(video, 'seeked')
      video.currentTime = Math.min(momentS, Number.isFinite(video.duration) ? video.duration / 2 : momentS)
      await seeked
      return await createImageBitmap(video, { resizeWidth: width, resizeQuality: 'medium' })
    } finally {
      // Lets go of the decoder: a phone has only a few.
      video.removeAttribute('src')
      video.load()
    }
  })
}

/** A photo so many pixels wide, as an image of the page: some browsers draw a HEIC there and nowhere else. */
export async function imageOf(photo: Blob, width: number): Promise<ImageBitmap> {
  return withAddress(photo, async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return createImageBitmap(image, { resizeWidth: width, resizeQuality: 'medium' })
  })
}

async function withAddress<T>(blob: Blob, work: (address: string) => Promise<T>): Promise<T> {
  const address = URL.createObjectURL(blob)
  try {
    return await work(address)
  } finally {
    URL.revokeObjectURL(address)
  }
}

function heard(video: HTMLVideoElement, name: 'loadedmetadata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no ${name}`)), longestWaitMs)
    const end = (settle: () => void) => () => {
      clearTimeout(late)
      settle()
    }
    video.addEventListener(name, end(resolve), { once: true })
    video.addEventListener(
      'error',
      end(() => reject(new Error(video.error?.message ?? 'no film'))),
      { once: true },
    )
  })
}
