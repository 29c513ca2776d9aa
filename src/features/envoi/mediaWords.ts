import type { QueueItemView } from '#upload-queue/queueView.ts'
import { agree } from '#src/ui/text/quantities.ts'

/** "2 photos", "1 vidéo", "2 photos et 1 vidéo"; "0 photo" for an empty list. */
export function mediaWords(items: readonly Pick<QueueItemView, 'type'>[]): string {
  const videos = items.filter(({ type }) => type.startsWith('video/')).length
  return mediaCount({ photos: items.length - videos, videos })
}

/** Like {@link mediaWords}, for known counts. */
export function mediaCount({ photos, videos }: { photos: number; videos: number }): string {
  const words = [
    ...(photos > 0 || videos === 0 ? [`${photos} ${agree(photos, 'photo', 'photos')}`] : []),
    ...(videos > 0 ? [`${videos} ${agree(videos, 'vidéo', 'vidéos')}`] : []),
  ]
  return words.join(' et ')
}
