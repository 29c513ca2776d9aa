import { isVideo } from '#upload-queue/engine/isVideo.ts'
import { count } from './quantities.ts'

interface Typed {
  /** MIME type: "image/jpeg", "video/mp4". */
  readonly type: string
}

/** "2 photos", "1 vidéo", "2 photos et 1 vidéo"; "0 photo" for an empty list. */
export function mediaWords(items: readonly Typed[]): string {
  const videos = items.filter(isVideo).length
  return mediaCount({ photos: items.length - videos, videos })
}

/** Like {@link mediaWords}, for known counts. */
export function mediaCount({ photos, videos }: { photos: number; videos: number }): string {
  const words = [
    ...(photos > 0 || videos === 0 ? [count(photos, 'photo', 'photos')] : []),
    ...(videos > 0 ? [count(videos, 'vidéo', 'vidéos')] : []),
  ]
  return words.join(' et ')
}

/** How many photos and videos there are besides some of them. @param videos how many of all are videos */
export function mediaBesides({ all, videos }: { all: number; videos: number }, some: readonly Typed[]) {
  const someVideos = some.filter(isVideo).length
  return { photos: all - videos - (some.length - someVideos), videos: videos - someVideos }
}

/** "Cette photo", "Cette vidéo", "Ces photos", "Ces vidéos", "Ces photos et vidéos"; all of them are feminine. */
export function theseMedia(items: readonly Typed[]): string {
  return withWord(items, { one: 'Cette', many: 'Ces' })
}

/** Like {@link theseMedia}: "Votre photo", "Vos photos et vidéos". */
export function yourMedia(items: readonly Typed[]): string {
  return withWord(items, { one: 'Votre', many: 'Vos' })
}

function withWord(items: readonly Typed[], { one, many }: { one: string; many: string }): string {
  const videos = items.filter(isVideo).length
  if (items.length === 1) return `${one} ${videos === 1 ? 'vidéo' : 'photo'}`
  const words = [...(videos < items.length ? ['photos'] : []), ...(videos > 0 ? ['vidéos'] : [])]
  return `${many} ${words.join(' et ')}`
}
