import type { StatutMedia } from '#domain/media/media.ts'
import type { PersonKey } from './accounts.ts'
import type { SceneName } from './scenes/scene.ts'

/** A crop of a scene: whole, zoomed, mirrored or brighter, so that one scene gives several photographs. */
export type Frame = 'whole' | 'close' | 'left' | 'mirror' | 'blurred'

export interface StoryPhoto {
  readonly scene: SceneName
  readonly variant: number
  readonly frame: Frame
  readonly by: PersonKey
  readonly statut: StatutMedia | 'FAVORI'
  readonly raison?: string
}

export interface StoryEvent {
  readonly titre: string
  readonly description: string
  readonly lieu: string
  /** Days from now. */
  readonly from: number
  readonly to: number
  readonly capaciteMax: number | null
  readonly visibilite: 'PUBLIC' | 'PRIVE'
  /** Accepted by the organiser. */
  readonly members: readonly PersonKey[]
  readonly waiting: readonly PersonKey[]
  readonly invited: readonly PersonKey[]
  readonly isCancelled?: boolean
  readonly photos: readonly StoryPhoto[]
  /** The author of the short film, if ffmpeg is available. */
  readonly videoBy?: PersonKey
}

const none = { members: [], waiting: [], invited: [], photos: [] } as const
const guests = ['ines', 'tom', 'awa', 'paul', 'jeanne', 'hugo'] as const

/** Six events over the four statuts, oldest first. */
export const story: readonly StoryEvent[] = [
  {
    ...none,
    titre: "Séminaire d'équipe à Saint-Malo",
    description: 'Deux jours sur les remparts : ateliers le matin, bord de mer le soir.',
    lieu: 'Saint-Malo',
    from: -75,
    to: -73,
    capaciteMax: 30,
    visibilite: 'PRIVE',
    members: ['lea', 'tom', 'paul', 'jeanne'],
    photos: roll(
      ['lea', 'tom', 'paul', 'jeanne'],
      [
        ['paysage', 0, 'whole', 'VALIDE'],
        ['portrait', 4, 'whole', 'FAVORI'],
        ['table', 1, 'whole', 'VALIDE'],
        ['plage', 1, 'whole', 'VALIDE'],
        ['portrait', 4, 'close', 'VALIDE'],
        ['plage', 1, 'mirror', 'VALIDE'],
        ['paysage', 0, 'left', 'REJETE', 'Hors sujet'],
        ['table', 1, 'close', 'VALIDE'],
      ],
    ),
  },
  {
    ...none,
    titre: "Soirée d'été au lac",
    description: "Concert au bord de l'eau, baignade et feu d'artifice à minuit.",
    lieu: "Plage d'Albigny, Annecy",
    from: -24,
    to: -23.5,
    capaciteMax: 120,
    visibilite: 'PUBLIC',
    members: ['karim', 'lea', 'ines', 'awa', 'hugo'],
    photos: roll(
      ['karim', 'ines', 'lea', 'awa', 'hugo'],
      [
        ['plage', 0, 'whole', 'FAVORI'],
        ['concert', 0, 'whole', 'VALIDE'],
        ['verres', 1, 'whole', 'VALIDE'],
        ['feu', 1, 'whole', 'FAVORI'],
        ['portrait', 1, 'whole', 'VALIDE'],
        ['concert', 0, 'close', 'VALIDE'],
        ['plage', 0, 'mirror', 'VALIDE'],
        ['feu', 1, 'left', 'VALIDE'],
        ['concert', 0, 'blurred', 'REJETE', 'Photo floue'],
        ['verres', 1, 'close', 'VALIDE'],
        ['plage', 0, 'close', 'VALIDE'],
        ['feu', 1, 'mirror', 'REJETE', 'Doublon'],
        ['portrait', 1, 'mirror', 'SUPPRIME'],
        ['concert', 0, 'left', 'VALIDE'],
        ['verres', 1, 'mirror', 'VALIDE'],
        ['plage', 0, 'left', 'EN_ATTENTE'],
      ],
    ),
  },
  {
    ...none,
    titre: 'Mariage de Camille et Adrien',
    description: 'Trois jours de fête au château. Déposez ici vos photos et vos vidéos, même sans réseau.',
    lieu: 'Château de Menthon, Annecy',
    from: -0.9,
    to: 1.4,
    capaciteMax: 80,
    visibilite: 'PRIVE',
    members: ['karim', 'lea', ...guests],
    videoBy: 'karim',
    photos: roll(
      ['karim', 'lea', 'ines', 'karim', 'tom', 'awa', 'lea', 'paul', 'jeanne', 'hugo'],
      [
        ['chateau', 0, 'whole', 'VALIDE'],
        ['arche', 0, 'whole', 'FAVORI'],
        ['bouquet', 0, 'whole', 'VALIDE'],
        ['portrait', 0, 'whole', 'VALIDE'],
        ['arche', 0, 'close', 'VALIDE'],
        ['verres', 0, 'whole', 'VALIDE'],
        ['portrait', 3, 'whole', 'FAVORI'],
        ['bouquet', 0, 'close', 'VALIDE'],
        ['table', 0, 'whole', 'VALIDE'],
        ['guirlande', 0, 'whole', 'FAVORI'],
        ['ballons', 0, 'whole', 'VALIDE'],
        ['portrait', 2, 'whole', 'VALIDE'],
        ['table', 0, 'close', 'VALIDE'],
        ['chateau', 0, 'left', 'VALIDE'],
        ['guirlande', 0, 'close', 'VALIDE'],
        ['gateau', 0, 'whole', 'FAVORI'],
        ['portrait', 0, 'mirror', 'REJETE', 'Personne non consentante'],
        ['gateau', 0, 'close', 'VALIDE'],
        ['piste', 0, 'whole', 'VALIDE'],
        ['piste', 0, 'blurred', 'REJETE', 'Photo floue'],
        ['verres', 0, 'close', 'VALIDE'],
        ['gateau', 0, 'mirror', 'SUPPRIME'],
        ['piste', 0, 'left', 'VALIDE'],
        ['ballons', 0, 'close', 'VALIDE'],
        ['bouquet', 0, 'mirror', 'EN_ATTENTE'],
        ['guirlande', 0, 'left', 'EN_ATTENTE'],
        ['piste', 0, 'mirror', 'EN_ATTENTE'],
        ['portrait', 3, 'mirror', 'EN_ATTENTE'],
        ['verres', 0, 'left', 'EN_ATTENTE'],
        ['arche', 0, 'mirror', 'EN_ATTENTE'],
        ['piste', 0, 'close', 'EN_ATTENTE'],
        ['table', 0, 'left', 'EN_ATTENTE'],
        ['chateau', 0, 'mirror', 'EN_ATTENTE'],
        ['portrait', 2, 'close', 'EN_ATTENTE'],
        ['ballons', 0, 'mirror', 'EN_ATTENTE'],
        ['gateau', 0, 'left', 'EN_ATTENTE'],
      ],
    ),
  },
  {
    ...none,
    titre: 'Les 80 ans de Mamie Jo',
    description: 'Un grand repas de famille, et un diaporama de toutes ses années.',
    lieu: 'Salle des fêtes, Talloires',
    from: 18,
    to: 18.4,
    capaciteMax: 45,
    visibilite: 'PRIVE',
    members: ['ines', 'paul'],
    invited: ['karim', 'jeanne'],
  },
  {
    ...none,
    titre: 'Fête de la musique des quais',
    description: 'Six groupes amateurs, une scène ouverte, et vos plus beaux clichés projetés à la nuit.',
    lieu: 'Quais de Saône, Lyon',
    from: 40,
    to: 40.5,
    capaciteMax: 200,
    visibilite: 'PUBLIC',
    members: ['tom'],
    waiting: ['lea', 'awa'],
  },
  {
    ...none,
    titre: 'Pique-nique des voisins',
    description: 'Reporté à une date ultérieure : les orages sont annoncés.',
    lieu: "Parc de la Tête d'Or, Lyon",
    from: 6,
    to: 6.3,
    capaciteMax: null,
    visibilite: 'PUBLIC',
    members: ['hugo'],
    isCancelled: true,
  },
]

type Shot = readonly [SceneName, number, Frame, StoryPhoto['statut'], string?]

/** Photographs in the order in which they were taken, by the people in turn. */
function roll(people: readonly PersonKey[], shots: readonly Shot[]): StoryPhoto[] {
  return shots.map(([scene, variant, frame, statut, raison], at) => {
    const photo = { scene, variant, frame, statut, by: people[at % people.length] ?? 'lea' }
    return raison === undefined ? photo : { ...photo, raison }
  })
}
