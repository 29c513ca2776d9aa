import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'

/** A validated photo of another person, as a gallery lists it. */
export const uneEntree: EntreeGalerie = {
  id: 3,
  minute: 1,
  ratio: 1,
  auteur: { id: 9, prenom: 'Paul', nom: '' },
  statut: 'VALIDE',
  type: 'IMAGE',
  favori: false,
  apercu: true,
}
