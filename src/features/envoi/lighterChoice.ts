import { lighterOf } from '#upload-queue/compress/lighterSize.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { formatNumber, formatSize } from '#src/ui/text/quantities.ts'
import { durationWords } from './batch.ts'

/** Bytes per millisecond; below it a photo of 4 Mo takes more than a minute. */
const slowSpeed = (64 * 1024) / 1000

/** @param speed bytes per millisecond; null when unknown */
export function isSlow(speed: number | null): speed is number {
  return speed !== null && speed < slowSpeed
}

export interface LighterChoice {
  readonly ids: readonly string[]
  readonly words: string
}

/** On a slow network: waiting photos that a lighter version would send sooner. Null when there is nothing to offer. */
export function lighterOffer(items: readonly QueueItemView[], speed: number | null): LighterChoice | null {
  const photos = items.filter(({ weightChange }) => weightChange === 'lighten')
  if (photos.length === 0 || !isSlow(speed)) return null
  const time = durationWords(sum(photos.map(({ size }) => lighterOf(size))) / speed)
  const following =
    photos.length === 1
      ? `Allégée, la suivante part en ${time} environ.`
      : `Allégées, les ${formatNumber(photos.length)} suivantes partent en ${time} environ.`
  return {
    ids: photos.map(({ id }) => id),
    words: `Une photo à la fois, rien n'est envoyé deux fois. ${following} L'album garde alors la version allégée.`,
  }
}

/** Photos that will be sent lighter and whose upload has not started; null when there is none. */
export function lighterChosen(items: readonly QueueItemView[]): LighterChoice | null {
  const photos = items.filter(({ weightChange }) => weightChange === 'restore')
  if (photos.length === 0) return null
  const [size, original] = [photos.map((photo) => photo.size), photos.map((photo) => photo.originalSize)]
  const amount = `${formatSize(sum(size))} au lieu de ${formatSize(sum(original))}`
  const words =
    photos.length === 1
      ? `1 photo part allégée, ${amount}. L'originale reste sur ce téléphone jusqu'à la réception.`
      : `${formatNumber(photos.length)} photos partent allégées, ${amount}. Les originales restent sur ce téléphone jusqu'à la réception.`
  return { ids: photos.map(({ id }) => id), words }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0)
}
