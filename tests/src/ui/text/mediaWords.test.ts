import { expect, test } from 'vitest'
import { mediaCount, mediaWords, theseMedia, yourMedia } from '#src/ui/text/mediaWords.ts'

const [photo, video] = [{ type: 'image/jpeg' }, { type: 'video/mp4' }]

test('counts photos and videos separately', () => {
  expect([[], [photo], [video], [photo, photo, video]].map(mediaWords)).toEqual([
    '0\u00A0photo',
    '1\u00A0photo',
    '1\u00A0vidéo',
    '2\u00A0photos et 1\u00A0vidéo',
  ])
})

test('separates the thousands of a count', () => {
  expect(mediaCount({ photos: 1200, videos: 0 })).toBe('1\u202F200\u00A0photos')
})

test('names what a sentence speaks about, one or several, photos or videos', () => {
  expect([[photo], [video], [photo, photo], [video, video], [photo, video]].map(theseMedia)).toEqual([
    'Cette photo',
    'Cette vidéo',
    'Ces photos',
    'Ces vidéos',
    'Ces photos et vidéos',
  ])
  expect([[video], [photo, photo]].map(yourMedia)).toEqual(['Votre vidéo', 'Vos photos'])
})
