import css from './Accueil.module.css'

interface Print {
  name: string
  width: number
  alt: string
  caption?: string
}

const prints: readonly Print[] = [
  { name: 'arche-1', width: 570, alt: 'Une cérémonie sous une arche de fleurs', caption: 'Claire, 16:32' },
  { name: 'portrait-1', width: 285, alt: 'Une invitée qui sourit' },
  { name: 'chateau-1', width: 675, alt: 'Le domaine illuminé, la nuit' },
  { name: 'bouquet-1', width: 304, alt: 'Un bouquet de pivoines', caption: 'Zoé, 19:40' },
  { name: 'guirlande-1', width: 570, alt: 'Une longue table sous les guirlandes', caption: 'Karim, 20:15' },
  { name: 'portrait-2', width: 570, alt: 'Deux invités' },
  { name: 'gateau-1', width: 285, alt: 'La pièce montée et ses bougies' },
  { name: 'piste-1', width: 570, alt: 'La piste de danse', caption: 'Léa, 21:12' },
  { name: 'feu-1', width: 507, alt: "Un feu d'artifice" },
  { name: 'portrait-3', width: 380, alt: 'Une invitée en jaune' },
  { name: 'verres-1', width: 570, alt: 'Trois coupes qui trinquent' },
  { name: 'portrait-5', width: 507, alt: 'Deux amis' },
]
const height = 380

/** A wall of drawn sample pictures. */
export function PhotoWall() {
  return (
    <ul className={css.wall} aria-label="La même soirée, vue par ses invités">
      {prints.map(({ name, width, alt, caption }, index) => (
        <li key={name} style={{ '--ratio': width / height }}>
          <img
            src={`/accueil/${name}.webp`}
            width={width}
            height={height}
            alt={alt}
            // More of them at once would delay the first, which is the largest on the screen, and the first paint.
            loading={index < 2 ? 'eager' : 'lazy'}
            fetchPriority={index === 0 ? 'high' : 'auto'}
            decoding="async"
          />
          {caption !== undefined && <span>{caption}</span>}
        </li>
      ))}
    </ul>
  )
}
