// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { soundAlone } from '#tests/support/soundAlone.ts'
import { VideoPlayer } from '#src/ui/video/VideoPlayer.tsx'

afterEach(clearScreen)
const name = 'Vidéo de Karim Haddad, 21:12'
/** Two addresses of the same video, as with two rights to read it. */
let addresses: readonly [string, string]
beforeAll(async () => {
  const film = await recordFilm()
  addresses = [URL.createObjectURL(film), URL.createObjectURL(film)]
})

async function recordFilm(): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { alpha: false })
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
  recorder.start()
  for (let frame = 0; frame < 60; frame += 1) {
    pen?.fillRect(frame, 0, 20, 20)
    if (pen) pen.fillStyle = `hsl(${frame * 6} 80% 60%)`
    await new Promise(requestAnimationFrame)
  }
  recorder.stop()
  await stopped
  return new Blob(pieces, { type: 'video/webm' })
}

interface Shown {
  readonly source?: string
  readonly isPreparing?: boolean
  readonly isOnline?: boolean
}

/** Shows a player whose situation the test changes. */
async function showPlayer(first: Shown): Promise<(next: Shown) => void> {
  let change: (next: Shown) => void = () => undefined
  function Changing() {
    const [{ source, isPreparing = false, isOnline = true }, setShown] = useState(first)
    change = setShown
    return <VideoPlayer name={name} source={source} poster={undefined} {...{ isPreparing, isOnline }} />
  }
  await showScreen(<Changing />)
  return (next) => change(next)
}

const video = () => document.querySelector('video')
const sentence = () => document.querySelector('[role=status]')?.textContent ?? ''

test('says that a video is being prepared, and plays it once it is ready', async () => {
  const change = await showPlayer({ isPreparing: true })
  await expect.poll(sentence).toContain('Préparation de la vidéo')
  await expect.element(page.getByText(name)).toBeInTheDocument()
  change({ source: addresses[0] })
  await expect.poll(() => video()?.readyState ?? 0).toBeGreaterThan(0)
})

test('says that a video is being prepared when the original does not play here', async () => {
  await showPlayer({ isPreparing: true, source: '/perdue.mp4' })
  await expect.poll(sentence).toContain('Préparation de la vidéo')
})

test('says without network that a video cannot be played, and plays it when the network is back', async () => {
  const change = await showPlayer({ source: '/perdue.mp4', isOnline: false })
  await expect.poll(sentence).toContain('Sans réseau')
  change({ source: addresses[0] })
  await expect.poll(() => video()?.readyState ?? 0).toBeGreaterThan(0)
})

test('says that a video cannot be played when the browser decodes only its sound', async () => {
  await showPlayer({ source: URL.createObjectURL(soundAlone()) })
  await expect.poll(sentence).toContain('ne peut pas être lue ici')
})

test('tries a video again when the person asks for it', async () => {
  let failures = 0
  const count = () => (failures += 1)
  document.addEventListener('error', count, { capture: true })
  await showPlayer({ source: '/perdue.mp4' })
  await expect.poll(sentence).toContain('ne peut pas être lue ici')
  await userEvent.click(page.getByRole('button', { name: 'Réessayer' }))
  await expect.poll(() => failures).toBe(2)
  await expect.poll(sentence).toContain('ne peut pas être lue ici')
  document.removeEventListener('error', count, { capture: true })
})

test('keeps the focus when a retry by keyboard fails again', async () => {
  await showPlayer({ source: '/perdue.mp4' })
  const retry = page.getByRole('button', { name: 'Réessayer' })
  await expect.element(retry).toBeVisible()
  retry.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(retry).toHaveFocus()
})

test('gives the focus of the retry button to the video when it can be played', async () => {
  const change = await showPlayer({ source: '/perdue.mp4' })
  const retry = page.getByRole('button', { name: 'Réessayer' })
  await expect.element(retry).toBeVisible()
  retry.element().focus()
  change({ source: addresses[0] })
  await expect.poll(() => document.activeElement?.tagName).toBe('VIDEO')
})

test('keeps the address of a video that plays, and goes on at the same moment with the newest one when it fails', async () => {
  const [first, second] = addresses
  const change = await showPlayer({ source: first })
  await expect.poll(() => video()?.readyState ?? 0).toBeGreaterThan(1)
  const playing = video()
  if (!playing) throw new Error('no video')
  playing.muted = true
  await playing.play()
  await expect.poll(() => playing.currentTime).toBeGreaterThan(0.1)
  change({ source: second })
  await expect.poll(() => playing.currentTime).toBeGreaterThan(0.2)
  expect(playing.src).toBe(first)
  playing.pause()
  const moment = playing.currentTime
  playing.dispatchEvent(new Event('error'))
  await expect.poll(() => video()?.src).toBe(second)
  await expect.poll(() => video()?.currentTime ?? 0).toBeGreaterThanOrEqual(moment)
})

test('understands the keys of players', async () => {
  await showPlayer({ source: addresses[0] })
  await expect.poll(() => video()?.readyState ?? 0).toBeGreaterThan(1)
  const focused = video()
  if (!focused) throw new Error('no video')
  // At full speed the film lasts a second, and may end between two keys.
  focused.playbackRate = 0.1
  focused.focus()
  await userEvent.keyboard('m')
  expect(focused.muted).toBe(true)
  await userEvent.keyboard(' ')
  await expect.poll(() => focused.paused).toBe(false)
  await userEvent.keyboard(' ')
  await expect.poll(() => focused.paused).toBe(true)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => focused.currentTime).toBe(0)
})
