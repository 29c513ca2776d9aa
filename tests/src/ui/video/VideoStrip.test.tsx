// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { VideoStrip } from '#src/ui/video/VideoStrip.tsx'

afterEach(clearScreen)
const frames =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="120"><rect width="9" height="9"/></svg>'
const slider = page.getByRole('slider', { name: 'Parcourir la vidéo' })

/** A video element with a length, and without a file. */
function aVideo(): HTMLVideoElement {
  const video = document.createElement('video')
  Object.defineProperty(video, 'duration', { value: 80, configurable: true })
  Object.defineProperty(video, 'currentTime', { value: 0, writable: true })
  return video
}

test('moves through the video by key and by drag, and names the moment', async () => {
  const video = aVideo()
  await showScreen(<VideoStrip frames={frames} count={8} ratio={1.8} video={video} />)
  await slider.fill('500')
  expect(video.currentTime).toBe(40)
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/^40.secondes sur 1.minute 20.secondes$/))
})

test('moves to the asked moment once the length is known', async () => {
  const video = aVideo()
  Object.defineProperty(video, 'duration', { value: Number.NaN, configurable: true })
  await showScreen(<VideoStrip frames={frames} count={8} ratio={1.8} video={video} />)
  await slider.fill('500')
  expect(video.currentTime).toBe(0)
  Object.defineProperty(video, 'duration', { value: 80 })
  video.dispatchEvent(new Event('loadedmetadata'))
  await expect.poll(() => video.currentTime).toBe(40)
})

test('follows the video while it plays', async () => {
  const video = aVideo()
  await showScreen(<VideoStrip frames={frames} count={8} ratio={1.8} video={video} />)
  video.currentTime = 20
  const valueNow = () => {
    video.dispatchEvent(new Event('timeupdate'))
    return document.querySelector('input')?.valueAsNumber
  }
  await expect.poll(valueNow).toBe(250)
})

test('moves through a paused video under a mouse, and leaves one that plays alone', async () => {
  const video = aVideo()
  await showScreen(<VideoStrip frames={frames} count={8} ratio={1.8} video={video} />)
  await userEvent.hover(slider)
  expect(video.currentTime).toBeGreaterThan(30)
  expect(video.currentTime).toBeLessThan(50)
  await userEvent.unhover(slider)
  Object.defineProperty(video, 'paused', { value: false })
  video.currentTime = 0
  await userEvent.hover(slider)
  expect(video.currentTime).toBe(0)
})

test('shows nothing when the frames are missing', async () => {
  await showScreen(<VideoStrip frames="data:image/png,none" count={8} ratio={1.8} video={aVideo()} />)
  await expect.poll(() => document.querySelector('input')).toBeNull()
})
