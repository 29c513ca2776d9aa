import type { Page as ChromiumPage } from 'playwright'
import type { Page as FirefoxPage } from 'puppeteer-core'

/** What a browser showed of a film. */
export interface PlayedFilm {
  readonly durationS: number
  readonly largeur: number
  readonly hauteur: number
  readonly hasEnded: boolean
  /** Colours of one frame, 32 by 32 pixels, as red, green and blue. */
  readonly colours: readonly number[]
}

/** Side of the compared picture in pixels. */
export const comparedSide = 32

interface Asked {
  readonly url: string
  /** The second of the compared frame. */
  readonly at: number
  readonly toEnd: boolean
  readonly side: number
}

/** Plays a film in the page of a browser. Rejects with the browser's words when it does not play. */
export function playFilm(page: ChromiumPage | FirefoxPage, asked: Omit<Asked, 'side'>): Promise<PlayedFilm> {
  return (page as ChromiumPage).evaluate(playInPage, { ...asked, side: comparedSide })
}

async function playInPage({ url, at, toEnd, side }: Asked): Promise<PlayedFilm> {
  const video = document.createElement('video')
  const heard = (name: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(name, () => resolve(), { once: true })
      video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'unknown')), { once: true })
    })
  Object.assign(video, { muted: true, preload: 'auto', src: url })
  document.body.append(video)
  await heard('loadeddata')
  if (at > 0) {
    const sought = heard('seeked')
    video.currentTime = Math.min(at, video.duration / 2)
    await sought
  }
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: side, height: side })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(video, 0, 0, side, side)
  const { data } = context.getImageData(0, 0, side, side)
  const colours = [...data].filter((_, n) => n % 4 !== 3)
  if (toEnd) {
    const ended = heard('ended')
    video.currentTime = 0
    await video.play()
    await ended
  }
  const { duration: durationS, videoWidth: largeur, videoHeight: hauteur, ended: hasEnded } = video
  video.remove()
  return { durationS, largeur, hauteur, hasEnded, colours }
}
