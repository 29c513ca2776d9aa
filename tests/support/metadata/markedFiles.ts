import { genuineFiles } from '#tests/support/corpus/genuine.ts'
import { markedFilms } from './films.ts'
import { markedHeics } from './heics.ts'
import { markedGifs, markedJpegs, markedPngs, markedWebps } from './pictures.ts'
import type { MarkedFile } from './secret.ts'
import { markedWebms } from './webms.ts'

/** Media of every type with the secret in every place that can contain location, owner or device. */
export async function markedFiles(): Promise<MarkedFile[]> {
  const genuine = await genuineFiles()
  return [
    ...markedJpegs(genuine['image/jpeg']),
    ...markedPngs(genuine['image/png']),
    ...markedWebps(genuine['image/webp']),
    ...markedGifs(genuine['image/gif']),
    ...markedFilms('mp42'),
    ...markedFilms('qt  '),
    ...markedHeics(),
    ...markedWebms(),
  ]
}
