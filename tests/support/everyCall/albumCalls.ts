import type { Call } from './calls.ts'
import type { World } from './world.ts'

/** Rows for the album endpoints. */
export function albumCalls(world: World): Readonly<Record<string, Call>> {
  const evenement = { params: { id: world.evenement } }
  return {
    'album/offres': evenement,
    'album/lien': { ...evenement, body: { choix: 'VALIDES' } },
    'album/telecharger': { params: { jeton: 'inconnu'.repeat(5) }, answer: [404, 'album.introuvable'] },
    'album/recus': { ...evenement, body: { choix: 'VALIDES', medias: [world.mediaValide] } },
  }
}
