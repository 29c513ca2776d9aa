import { Link } from '@tanstack/react-router'
import type { Media } from '#domain/media/media.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import type { Space } from './galerie.queries.ts'
import { mediaName } from './mediaName.ts'
import { MediaImage } from './MediaImage.tsx'
import css from './MurDeMedias.module.css'

interface Props {
  medias: readonly Media[]
  utilisateurId: number
  space: Space
  /** Time zone of an event. */
  fuseauOf: (evenementId: number) => string | undefined
}

/** The latest validated media of all the person's events as a wall; each links to its album. */
export function MurDeMedias({ medias, ...rest }: Props) {
  if (medias.length === 0) return null
  return (
    <section className={css.wall} aria-labelledby="mur">
      <header className={css.head}>
        <h2 id="mur">{rest.space === 'organisateur' ? 'Derniers médias validés' : 'Derniers médias de vos albums'}</h2>
        {rest.space === 'organisateur' && <AllLink medias={medias} />}
      </header>
      <ul>
        {medias.map((media) => (
          <WallTile key={media.id} media={media} {...rest} />
        ))}
      </ul>
    </section>
  )
}

/** Links to the album when all media are of one event, otherwise to the list of events. */
function AllLink({ medias: [latest, ...others] }: Pick<Props, 'medias'>) {
  if (latest === undefined || others.some(({ evenement_id }) => evenement_id !== latest.evenement_id))
    return <Link to="/organizer/evenements">Tout voir</Link>
  return (
    <Link to="/organizer/evenements/$id/medias" params={{ id: latest.evenement_id }}>
      Tout voir
    </Link>
  )
}

interface TileProps extends Omit<Props, 'medias'> {
  media: Media
}

function WallTile({ media, utilisateurId, space, fuseauOf }: TileProps) {
  const signature = useSignature(media.evenement_id)
  return (
    <li style={{ '--ratio': ratioOf(media) }}>
      <Link
        to={space === 'organisateur' ? '/organizer/evenements/$id/medias' : '/participant/evenements/$id/medias'}
        params={{ id: media.evenement_id }}
        search={{ media: media.id }}
        className="picture-control"
      >
        <MediaImage
          media={media}
          variant="thumbnail"
          signature={signature}
          alt={mediaName(media, utilisateurId, fuseauOf(media.evenement_id))}
        />
      </Link>
    </li>
  )
}

/** Aspect ratio, width / height, clamped so that a panorama does not push the others out; 1 when unknown. */
function ratioOf({ largeur, hauteur }: Media): number {
  if (!largeur || !hauteur) return 1
  return Math.min(2.2, Math.max(0.6, largeur / hauteur))
}
