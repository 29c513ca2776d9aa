import type { LectureMedia } from '#domain/media/media.ts'

/** Sides, in pixels, to which `type=custom` is snapped, so that a variant is made once. */
export const customSides = [200, 400, 800, 1600] as const

/** Longest side of `type=thumbnail`, in pixels. */
export const thumbnailSide = 400

/**
 * The variants of a media in the `type` parameter. Only videos have `lecture`, the film that plays in every browser,
 * and `bande`, a strip of its frames.
 */
export const variantes = ['thumbnail', 'custom', 'lecture', 'bande', 'original'] as const

/** Frames of a video side by side in `bande`, at equal distances. */
export const bandeFrames = 8

/**
 * The variant of a video to play; null while there is none. While the server makes the one that plays everywhere, the
 * original is tried for those who want to see it at once: its author and the organiser.
 */
export function playedVariante(lecture: LectureMedia, triesOriginal: boolean): 'lecture' | 'original' | null {
  if (lecture === 'PRETE') return 'lecture'
  return lecture === 'ORIGINAL' || triesOriginal ? 'original' : null
}

/**
 * The side used for a wanted size: the smallest that is not below it, else the largest.
 * @param wanted pixels; absent means the largest
 */
export function snapSide(wanted: number | undefined): (typeof customSides)[number] {
  return customSides.find((side) => wanted !== undefined && side >= wanted) ?? 1600
}
