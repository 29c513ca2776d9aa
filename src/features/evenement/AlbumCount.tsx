import type { Evenement } from '#domain/evenement/evenement.ts'
import { french } from '#src/ui/text/french.ts'
import { count } from '#src/ui/text/quantities.ts'

/** "186 photos et vidéos, dont 12 de vous"; nothing for an empty album, or one of which this person is no member. */
export function AlbumCount({ album }: Pick<Evenement, 'album'>) {
  if (album === undefined || album.medias === 0) return null
  const own = album.miens > 0 ? `, dont ${count(album.miens, 'de vous', 'de vous')}` : ''
  const all = count(album.medias, 'média', 'photos et vidéos')
  return <p className="meta">{french(`${all}${own}`)}</p>
}
